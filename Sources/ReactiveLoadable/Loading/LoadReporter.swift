/// What a load function tells while it works: how far it is, and what it has so far (contract L11).
///
/// ```swift
/// let episode = Loader { (url: URL, report) in
///   if let saved = cache[url] { report.value(saved) }        // shown at once, while loading goes on
///   return try await download(url) { done, total in
///     report.progress(completed: done, of: total)            // for a bar
///   }
/// }
/// ```
///
/// It may be called from any thread, as often as one likes; each change is a state of its own. What
/// comes after the load is over, or of an attempt that was given up, is dropped: its task has been
/// cancelled then. A progress that is the same as before changes nothing.
public struct LoadReporter<Value: Sendable>: Sendable {
  @usableFromInline let send: @Sendable (LoadReport<Value>) -> Void

  @inlinable
  init(_ send: @escaping @Sendable (LoadReport<Value>) -> Void) { self.send = send }

  /// Shows a value while the load goes on; what the load function returns in the end settles it.
  ///
  /// A cancel takes it back, a failure keeps it as the previous value.
  ///
  /// - Parameter value: What there is so far, for instance from a cache.
  public func value(_ value: Value) { send(.value(value)) }

  /// Tells how far the load has come, as a fraction.
  ///
  /// - Parameter fraction: The part that is done, from 0 to 1.
  public func progress(_ fraction: Double) { progress(LoadProgress(fraction: fraction)) }

  /// Tells how far the load has come, in units.
  ///
  /// - Parameters:
  ///   - completed: How many units, such as bytes, are done.
  ///   - total: How many there are; `nil` when nobody knows.
  public func progress(completed: Int64, of total: Int64?) {
    progress(LoadProgress(completed: completed, of: total))
  }

  /// Tells how far the load has come.
  ///
  /// - Parameter progress: How far.
  public func progress(_ progress: LoadProgress) { send(.progress(progress)) }
}

/// One thing that a load function tells.
@usableFromInline
enum LoadReport<Value: Sendable>: Sendable {
  case value(Value)
  case progress(LoadProgress)
}
