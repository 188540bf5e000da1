import ReactiveRelays

extension Loader {
  /// Creates a loader that shows the saved value of a request before it loads.
  ///
  /// It saves its confirmed values.
  package convenience init(
    _ policy: LoadPolicy,
    _ work: LoadWork<Request, Value, Failure>,
    records: any LoadRecords
  ) {
    let filter = SavedLoadFilter(records, requests: Request.self)
    let storage = LoadStorage<Request, Value, Failure>(
      policy: policy,
      work: work,
      elapsed: policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil,
      attemptStart: policy.attemptStart(after: filter.reading(within: ReadTimeout(policy))),
      from: LoadMachine(policy.resolved),
      to: BehaviorRelay(.notRequested),
      hasRecords: true
    ) { snapshot in
      filter.receive(snapshot)
      return nil
    }
    storage.setRecordRemoval { records.removeAll() }
    records.report { [weak storage] kind, request in storage?.record(kind, of: request) }
    self.init(storage)
  }
}
