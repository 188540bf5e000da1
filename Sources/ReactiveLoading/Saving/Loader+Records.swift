public import Foundation
public import ReactiveRelays

extension Loader {
  /// The date of the record that the visible value comes from; `nil` for a value of this process.
  ///
  /// It is known in every state, also if a young record is the result of a load, and after a
  /// cancel: a loaded state has no date. A view reads it when it draws ``Loader/state``.
  public var savedAt: Date? { storage.latest?.savedAt }

  /// Creates a loader that shows the saved value of a request before it loads.
  ///
  /// It saves its confirmed values.
  // NB: Inlined where the loader is created: without its types it would look them up for each state.
  @inlinable
  package convenience init(
    _ policy: consuming LoadPolicy,
    _ work: LoadWork<Request, Value, Failure>,
    _ filter: SavedLoadFilter
  ) {
    let observed = filter.start(policy)
    let storage = LoadStorage<Request, Value, Failure>(
      policy: policy,
      work: work,
      observed,
      to: BehaviorRelay(.notRequested),
      hasRecords: true
    )
    filter.connect(to: storage)
    self.init(storage)
  }
}

extension SavedValues where Request: Hashable {
  /// Creates the filter of one loader.
  @usableFromInline
  package var filter: SavedLoadFilter {
    SavedLoadFilter(source.records(), requests: Request.self)
  }
}

extension SavedLoadFilter {
  /// Returns the start of the loader: it reads its records, and the filter receives its decisions.
  @usableFromInline
  func start(_ policy: borrowing LoadPolicy) -> ObservedStart {
    ObservedStart(
      from: LoadMachine(policy.resolved),
      policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil,
      policy.attemptStart(after: reading(within: ReadTimeout(policy)))
    ) { [self] snapshot in
      receive(snapshot)
      return nil
    }
  }

  /// Connects a loader, which removes the records and reports their events.
  @usableFromInline
  func connect(to shell: LoadShell) {
    shell.setRecordRemoval { [self] in removalOfAll }
    records.report { [weak shell] kind, request in shell?.record(kind, of: request) }
  }
}
