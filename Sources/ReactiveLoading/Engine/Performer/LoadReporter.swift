/// A reporter, passed to the load function, that publishes progress and partial values, and has
/// the cause of the load.
///
/// ```swift
/// let episode = Loader { (url: URL, report) in
///   if let saved = cache[url] { report.value(saved) }        // published, the load continues
///   return try await download(url) { done, total in
///     report.progress(completed: done, of: total)            // for a bar
///   }
/// }
/// ```
///
/// It may be called from any thread, any number of times; each change publishes a state. Reports
/// after the end of the load, or from an attempt that timed out, are dropped. Equal progress is
/// published once. See <doc:ReportingProgress#L11-Progress-and-early-values>.
public struct LoadReporter<Value: Sendable>: Sendable {
  /// The cause of the load, for instance to bypass an HTTP cache when the user pulls to refresh.
  ///
  /// A call that joins a running load does not change it. See <doc:LoaderContract#L17-Causes>.
  public let cause: LoadCause
  private let ticket: UInt
  private let owner: WeakLoadOwner
  /// Receives each report before the load; a partial value as `loaded`, progress as `loading`.
  private var observer: (@Sendable (Loadable<Value, Never>) -> Void)?

  /// Creates a reporter for an attempt of a load, which it does not keep alive.
  @usableFromInline
  init(of ticket: UInt, _ load: RunningLoad) {
    self.ticket = ticket
    owner = load.owner
    cause = load.cause
  }

  /// Publishes a partial value; the result of the load function replaces it.
  ///
  /// A cancel removes the partial value, a failure keeps it as the previous value.
  ///
  /// - Parameter value: The partial value, for instance from a cache.
  public func value(_ value: Value) {
    observer?(.loaded(value))
    owner.object?.handle(.attempt(.reported, of: ticket), LoadSlots.Payload(value: Box(value)))
  }

  /// Publishes the progress as a fraction.
  ///
  /// - Parameter fraction: The completed part, from 0 to 1.
  public func progress(_ fraction: Double) { progress(LoadProgress(fraction: fraction)) }

  /// Publishes the progress in units.
  ///
  /// - Parameters:
  ///   - completed: The number of completed units, for instance bytes.
  ///   - total: The total number of units; `nil` if unknown.
  public func progress(completed: Int64, of total: Int64?) {
    progress(LoadProgress(completed: completed, of: total))
  }

  /// Publishes the progress.
  ///
  /// - Parameter progress: The progress of the load, as a fraction or in units.
  public func progress(_ progress: LoadProgress) {
    observer?(.loading(Loading(progress: progress)))
    let event = LoadCore.Event.attempt(.reported, of: ticket, progress: progress)
    owner.object?.handle(event, LoadSlots.Payload())
  }
}

extension LoadReporter {
  /// Returns a reporter of the same attempt whose reports are observed.
  ///
  /// - Parameter observer: Receives each report before the load, on the thread of the call; a
  ///   partial value as `loaded`, progress as `loading`.
  /// - Returns: The reporter.
  package func observed(
    by observer: @escaping @Sendable (Loadable<Value, Never>) -> Void
  ) -> LoadReporter {
    var copy = self
    copy.observer = observer
    return copy
  }
}
