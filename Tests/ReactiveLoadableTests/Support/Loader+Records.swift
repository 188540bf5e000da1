import ReactiveLoading

extension Loader {
  /// Creates a loader that shows its records first.
  convenience init(
    _ policy: LoadPolicy,
    _ work: LoadWork<Request, Value, Failure>,
    records: any LoadRecords
  ) {
    self.init(policy, work, SavedLoadFilter(records, requests: Request.self))
  }
}
