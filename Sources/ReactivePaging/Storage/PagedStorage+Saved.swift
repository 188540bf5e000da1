import ReactiveLoading

// The records of the lists.

extension PagedStorage {
  /// Returns a load function that shows the saved list of its key before it loads the first page.
  ///
  /// It calls the other function unless the saved list is the result, or the load ends during the
  /// read. It does not keep the loader alive.
  static func reading(
    _ operations: RecordOperations,
    before function: @escaping LoadFunction
  ) -> LoadFunction {
    { request, ticket, load in
      if let key = keyToRestore(for: request, ticket, load) {
        let text = operations.records.key(of: key)
        if !operations.removes(text),
          let record = await operations.records.record(for: text, of: key)
        {
          let event = LoadCore.Event
            .restored(of: ticket, age: record.age, isStale: record.isStale)
          load.owner.object?.handle(event, LoadSlots.Payload(value: record.value))
        }
        if !load.isInFlight || Task.isCancelled {
          return .failure(AnyBox(), CancellationError())
        }
      }
      return await function(request, ticket, load)
    }
  }

  private static func keyToRestore(
    for request: AnyBox,
    _ ticket: UInt,
    _ load: RunningLoad
  ) -> AnyBox? {
    guard request.assumed(of: PageRequest<Key, Cursor>.self).value.direction == .first,
      let storage = load.owner.object as? PagedStorage
    else { return nil }
    return storage.keyToRestore(for: ticket).map { Box($0) }
  }
}
