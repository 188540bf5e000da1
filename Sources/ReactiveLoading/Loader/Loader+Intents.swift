extension Loader {
  /// Loads the value for a request, or joins a running load of the same request.
  ///
  /// - Parameter request: The request to load.
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func load(_ request: Request) -> LoadTask<Value, Failure> {
    storage.load(request, ifNeeded: false)
  }

  /// Loads the value for a request unless it is loaded and fresh, or in flight.
  ///
  /// Any number of calls from any threads run the load function once while the value is fresh,
  /// which by default is forever. After a failure the next call loads again. See
  /// <doc:LoaderContract#L3-Loading-once>.
  ///
  /// - Parameter request: The request to load.
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func loadIfNeeded(_ request: Request) -> LoadTask<Value, Failure> {
    storage.load(request, ifNeeded: true)
  }

  /// Runs the last request again; its value stays visible during the load.
  ///
  /// Before the first load and after a reset there is no last request, also for a loader without
  /// requests: then it does nothing. Call `load` or `loadIfNeeded` to start.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noRequest)` without a last request.
  @discardableResult
  public func refresh() -> LoadTask<Value, Failure> { perform(.refresh) }

  /// Runs the failed request again, or skips the delay before an automatic retry.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noFailure)` in any other state.
  @discardableResult
  public func retry() -> LoadTask<Value, Failure> { perform(.retry) }

  /// Cancels the running load and returns to the last settled state, with values set since.
  public func cancel() { perform(.cancel) }

  /// Cancels the running load and removes all values, for instance when the user logs out.
  public func reset() { perform(.reset) }

  /// Sets a value that another source provides, for instance a cache or an edit.
  ///
  /// - Parameter value: The value to publish. A running load continues, and its result wins.
  public func set(_ value: Value) { perform(.set(value)) }

  /// Marks the current value as stale, whatever its freshness, for instance after an edit.
  ///
  /// No state is published. The next `loadIfNeeded` refreshes. The result of a load in flight will
  /// be stale, too: a later `loadIfNeeded`, `load` or `refresh` replaces that load instead of
  /// joining it.
  public func invalidate() { perform(.invalidate) }
}

extension Loader where Request == NoRequest {
  /// Loads the value, or joins the running load.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load() -> LoadTask<Value, Failure> { load(NoRequest()) }

  /// Loads the value unless it is loaded and fresh, or in flight; see ``loadIfNeeded(_:)``.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<Value, Failure> { loadIfNeeded(NoRequest()) }

  /// Loads the value if needed when ``states`` gets a subscriber; see ``loadWhenObserved(_:)``.
  public func loadWhenObserved() { loadWhenObserved(NoRequest()) }
}
