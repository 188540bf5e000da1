extension Loader {
  /// Loads the answer to a request, joining a load for the same one.
  ///
  /// - Parameter request: What to load.
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func load(_ request: Request) -> LoadTask<Value, Failure> { perform(.load(request)) }

  /// Loads the answer to a request unless it is there and fresh, or on its way.
  ///
  /// Any number of calls from any threads run the load function once, for as long as the answer is
  /// fresh, which is for ever by default (contracts L3 and L8). After a failure the next one tries
  /// again.
  ///
  /// - Parameter request: What to load.
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func loadIfNeeded(_ request: Request) -> LoadTask<Value, Failure> {
    perform(.loadIfNeeded(request))
  }

  /// Runs the last request again and goes on showing its value meanwhile.
  ///
  /// - Returns: A handle of the load; its outcome is not needed if nothing was ever asked for.
  @inlinable @discardableResult
  public func refresh() -> LoadTask<Value, Failure> { perform(.refresh) }

  /// Runs the failed request again; does nothing in any other state.
  ///
  /// - Returns: A handle of the load; its outcome is not needed if nothing has failed.
  @inlinable @discardableResult
  public func retry() -> LoadTask<Value, Failure> { perform(.retry) }

  /// Stops what runs and goes back to the last settled state, with what was written since.
  @inlinable
  public func cancel() { perform(.cancel) }

  /// Stops what runs and forgets everything, for instance when the user logs out.
  @inlinable
  public func reset() { perform(.reset) }

  /// Shows a value that came another way, for instance from a cache or an edit.
  ///
  /// - Parameter value: The value to show. A load that runs goes on, and its result wins.
  @inlinable
  public func set(_ value: Value) { perform(.set(value)) }

  /// Takes the value that is there for stale, whatever its freshness: after an edit, for instance.
  ///
  /// Nothing that is shown changes. The next `loadIfNeeded` refreshes. A load that is on its way now
  /// began too early: its answer is stale when it comes, and who needs a newer one replaces it.
  @inlinable
  public func invalidate() { perform(.invalidate) }
}

extension Loader where Request == NoRequest {
  /// Loads, joining a load that runs.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func load() -> LoadTask<Value, Failure> { load(NoRequest()) }

  /// Loads unless the value is there and fresh, or on its way; see ``loadIfNeeded(_:)``.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func loadIfNeeded() -> LoadTask<Value, Failure> { loadIfNeeded(NoRequest()) }

  /// Loads what is needed as soon as somebody looks at the states; see ``loadWhenObserved(_:)``.
  public func loadWhenObserved() { loadWhenObserved(NoRequest()) }
}
