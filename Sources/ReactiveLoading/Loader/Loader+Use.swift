public import ReactiveRelays

extension Loader {
  /// A Boolean value that indicates whether something uses the loader: a screen or a subscriber.
  ///
  /// A loader is in use while ``states`` has a subscriber, and while the views of a model of the
  /// loader are visible. A poll does not use it. See <doc:KnowingWhatIsInUse>. Any thread may read
  /// it.
  public var isInUse: Bool { storage.states.isInUse }

  /// The current ``isInUse``, followed by every change in order.
  ///
  /// It finishes when the loader is deallocated. It is published on the thread that subscribes or
  /// cancels, outside every lock, after a new subscriber has received the current state.
  public var usage: ReadOnlyRelay<Bool> { storage.states.usage }

  /// Runs the last request again if its value is stale or its load has failed.
  ///
  /// For instance when the app returns to the foreground. It joins a running load, and restarts one
  /// that was invalidated. It does nothing while the value is fresh, and before the first request.
  /// See <doc:KnowingWhatIsInUse#U4-Revalidating>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.fresh)` if the value is fresh, and
  ///   `skipped(.noRequest)` if nothing is requested.
  @discardableResult
  public func revalidate() -> LoadTask<Value, Failure> { perform(.revalidate) }
}
