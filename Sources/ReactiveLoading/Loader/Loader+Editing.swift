extension Loader {
  /// The request of the visible value; `nil` without a value, and for a value that belongs to none.
  ///
  /// A value belongs to no request if it was set without one before the first load. While another
  /// request loads, this is still the request of the previous value. Any thread may read it.
  public var request: Request? { storage.shownRequest.map { $0.assumed(of: Request.self).value } }

  /// Changes the visible value, for instance by a message of a web socket.
  ///
  /// ```swift
  /// for await task in socket.changedTasks {
  ///   board.edit { $0[task.id] = task }
  /// }
  /// ```
  ///
  /// The state includes the change when the call returns. The result of a load in flight is
  /// changed, too, if its attempt started before this call: it may not contain the change yet. The
  /// result of a later attempt is not changed. Without a value and a load it does nothing: the next
  /// load returns the change. The state stays loaded, loading or failed, and as fresh as it was.
  /// See <doc:LiveUpdates#L16-Edits>.
  ///
  /// - Parameters:
  ///   - change: The change. It runs once for each value, on any thread, outside the lock. Such a
  ///     value may contain the change already, so the change should be idempotent: set a property,
  ///     or insert an item by its identity. It must not call the loader.
  ///   - request: The request whose value is changed; by default that of the visible value or, if
  ///     no value is visible, of the running load.
  public func edit(
    _ change: @escaping @Sendable (inout Value) -> Void,
    for request: Request? = nil
  ) {
    storage.edit(for: request, change)
  }
}
