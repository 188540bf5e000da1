// The read of a record before the load function is called.

extension RestoredValue {
  /// Returns a load function that shows the saved value of its request first.
  ///
  /// It reads the record once in a load: not for a retry, and not if the owner holds a value of the
  /// request. If the value is the result of the load, or the load has ended during the read, it
  /// does not call the other function.
  ///
  /// - Parameters:
  ///   - function: The load function.
  ///   - isNeeded: Returns whether the owner holds no value of a request.
  ///   - read: Reads the record of a request; `nil` for a miss.
  /// - Returns: The load function with the read.
  static func reading(
    before function: @escaping LoadFunction,
    if isNeeded: @escaping @Sendable (AnyBox, RunningLoad) -> Bool,
    _ read: @escaping @Sendable (AnyBox) async -> RestoredValue?
  ) -> LoadFunction {
    { request, ticket, load in
      if load.cause != .retry, ticket == load.id, isNeeded(request, load) {
        if let record = await read(request) {
          let event = LoadCore.Event.restored(of: ticket, age: record.age, isStale: record.isStale)
          load.send(event, LoadSlots.Payload(value: record.value))
        }
        // A young value has ended the load, or another call.
        if load.hasEnded || Task.isCancelled { return .failure(AnyBox(), CancellationError()) }
      }
      return await function(request, ticket, load)
    }
  }
}

extension LoadWork {
  /// Returns the work of a loader of one request, which shows the saved value first.
  ///
  /// - Parameter read: Reads the record of the request; `nil` for a miss.
  /// - Returns: The work with the read.
  package func reading(_ read: @escaping @Sendable (AnyBox) async -> RestoredValue?) -> Self {
    let function = RestoredValue.reading(before: function) { _, load in
      guard let held = (load.owner.object as? LoadShell)?.heldValues else { return false }
      return held.settled == nil && held.shown == nil
    } _: { request in
      await read(request)
    }
    return Self(function)
  }
}
