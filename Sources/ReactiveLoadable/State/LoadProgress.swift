/// How far a load has come: a part of the whole, or units such as bytes or files.
///
/// A view draws a bar where ``fraction`` is known, and a spinner with ``completed`` where it is not:
///
/// ```swift
/// switch state.progress?.fraction {
/// case let fraction?: ProgressView(value: fraction)
/// case nil: ProgressView()
/// }
/// ```
public struct LoadProgress: Sendable, Hashable {
  /// The part that is done, from 0 to 1; `nil` when the whole is not known.
  public let fraction: Double?
  /// How many units are done, 0 or more; `nil` when only the fraction is known.
  public let completed: Int64?
  /// How many units there are, 1 or more; `nil` when that is not known.
  public let total: Int64?

  /// Creates the progress of something that is measured in parts of a whole.
  ///
  /// - Parameter fraction: The part that is done; less than 0 and what is no number count as 0, more
  ///   than 1 as 1.
  public init(fraction: Double) {
    self.fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    completed = nil
    total = nil
  }

  /// Creates the progress of something that is counted.
  ///
  /// - Parameters:
  ///   - completed: How many units are done; less than 0 counts as 0. More than there are is kept, and
  ///     the fraction is 1.
  ///   - total: How many units there are; `nil`, the default, or less than 1 when nobody knows, as
  ///     for a download without a length.
  public init(completed: Int64, of total: Int64? = nil) {
    let completed = max(completed, 0)
    let total = total.flatMap { $0 > 0 ? $0 : nil }
    self.completed = completed
    self.total = total
    fraction = total.map { min(Double(completed) / Double($0), 1) }
  }
}

extension LoadProgress: ExpressibleByFloatLiteral {
  /// Creates the progress of a fraction, as ``init(fraction:)``.
  ///
  /// - Parameter value: The part that is done, from 0 to 1.
  public init(floatLiteral value: Double) { self.init(fraction: value) }
}

extension LoadProgress: CustomStringConvertible {
  /// The progress as people write it: `40%`, `3 of 10`, `3 of ?`.
  public var description: String {
    switch (completed, total, fraction) {
    case (let completed?, let total?, _): "\(completed) of \(total)"
    case (let completed?, nil, _): "\(completed) of ?"
    case (nil, _, let fraction?):
      Int(exactly: (fraction * 100).rounded()).map { "\($0)%" } ?? "\(fraction * 100)%"
    case (nil, _, nil): "unknown"
    }
  }
}
