// The read of a record before the load function is called.

extension SavedLoadFilter {
  /// Returns a load function that shows the saved value of its request first.
  ///
  /// It reads the record once in a load: not for a retry, and not if the loader holds a value of the
  /// request. If the value is the result of the load, or the load has ended during the read, it does
  /// not call the other function.
  package func reading(_ function: @escaping LoadFunction) -> LoadFunction {
    { [self] request, ticket, load in
      if load.cause != .retry, ticket == load.id, mayRead(request, load) {
        await restore(request, ticket, load)
        // A young value has ended the load, or another call.
        if load.hasEnded || Task.isCancelled { return .failure(AnyBox(), CancellationError()) }
      }
      return await function(request, ticket, load)
    }
  }

  /// Returns whether the loader needs the record: it holds no value of the request, and no reset
  /// waits to remove the record.
  private func mayRead(_ request: AnyBox, _ load: RunningLoad) -> Bool {
    guard let shell = load.owner.object as? LoadShell else { return false }
    let (settled, shown, resets) = shell.heldValues
    if let settled, belongs(settled, to: request) { return false }
    if let shown, belongs(shown, to: request) { return false }
    return hasSeen(resets: resets)
  }

  private func restore(_ request: AnyBox, _ ticket: UInt, _ load: RunningLoad) async {
    let key = records.key(of: request)
    guard let record = await records.record(for: key, of: request) else { return }
    recordRestored(record.value)
    let event = LoadCore.Event.restored(of: ticket, age: record.age, isStale: record.isStale)
    load.send(event, LoadSlots.Payload(value: record.value))
  }
}
