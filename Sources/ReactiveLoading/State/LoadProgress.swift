/// The progress of a load: a fraction of the whole, or units such as bytes or files.
///
/// A view renders a bar if ``fraction`` is known, and otherwise a spinner with ``completed``:
///
/// ```swift
/// switch state.progress?.fraction {
/// case let fraction?: ProgressView(value: fraction)
/// case nil: ProgressView()
/// }
/// ```
public struct LoadProgress: Sendable, Hashable {
  /// The completed fraction, from 0 to 1; `nil` if the total is unknown.
  public let fraction: Double?
  /// The number of completed units, 0 or more; `nil` if only the fraction is known.
  public let completed: Int64?
  /// The total number of units, 1 or more; `nil` if unknown.
  public let total: Int64?

  /// Creates progress from a completed fraction.
  ///
  /// - Parameter fraction: The completed fraction. NaN and values less than 0 count as 0, values
  ///   greater than 1 as 1.
  public init(fraction: Double) {
    self.fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    completed = nil
    total = nil
  }

  /// Creates progress from a number of completed units.
  ///
  /// - Parameters:
  ///   - completed: The number of completed units. A value less than 0 counts as 0. A value greater
  ///     than `total` is stored as it is, and the fraction is 1.
  ///   - total: The total number of units; `nil`, the default, or less than 1 if it is unknown, as
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
  /// Creates progress from a literal fraction, as ``init(fraction:)``.
  ///
  /// - Parameter value: The completed fraction, from 0 to 1.
  public init(floatLiteral value: Double) { self.init(fraction: value) }
}

extension LoadProgress: CustomStringConvertible {
  /// The progress as text: `40%`, `3 of 10`, `3 of ?`.
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
