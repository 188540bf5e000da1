public import Foundation
import ReactiveRelays

extension Loader {
  /// The date of the record that the visible value comes from; `nil` for a value of this process.
  ///
  /// It is known in every state, also if a young record is the result of a load, and after a
  /// cancel: a loaded state has no date. A view reads it when it draws ``Loader/state``.
  public var savedAt: Date? { storage.latest?.savedAt }

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
    storage.setRecordRemoval { filter.removalOfAll }
    records.report { [weak storage] kind, request in storage?.record(kind, of: request) }
    self.init(storage)
  }
}
