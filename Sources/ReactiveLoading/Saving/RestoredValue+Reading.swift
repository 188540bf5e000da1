// The read of a record before the load function is called.

extension RestoredValue {
  /// Returns a load function that shows the saved value of its request first.
  ///
  /// If the value is the result of the load, or the load has ended during the read, it does not
  /// call the other function.
  ///
  /// - Parameters:
  ///   - function: The load function.
  ///   - isNeeded: Returns whether an attempt with a ticket reads: only the first one of a load,
  ///     not for a retry, and not if the owner holds a value of the request.
  ///   - read: Reads the record of a request; `nil` for a miss.
  /// - Returns: The load function with the read.
  package static func reading(
    before function: @escaping LoadFunction,
    if isNeeded: @escaping @Sendable (AnyBox, UInt, RunningLoad) -> Bool,
    _ read: @escaping @Sendable (AnyBox) async -> RestoredValue?
  ) -> LoadFunction {
    { request, ticket, load in
      if isNeeded(request, ticket, load) {
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

extension RunningLoad {
  /// Returns whether an attempt of a loader may read a record: the first one, not for a retry.
  func mayRead(_ ticket: UInt) -> Bool { cause != .retry && ticket == id }
}

extension LoadWork {
  /// Returns the work of a loader of one request, which shows the saved value first.
  ///
  /// - Parameter read: Reads the record of the request; `nil` for a miss.
  /// - Returns: The work with the read.
  package func reading(_ read: @escaping @Sendable (AnyBox) async -> RestoredValue?) -> Self {
    let function = RestoredValue.reading(before: function) { _, ticket, load in
      guard load.mayRead(ticket), let held = (load.owner.object as? LoadShell)?.heldValues else {
        return false
      }
      return held.settled == nil && held.shown == nil
    } _: { request in
      await read(request)
    }
    return Self(function)
  }
}
