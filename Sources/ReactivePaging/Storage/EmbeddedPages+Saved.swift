package import Foundation
package import ReactiveLoading

// The records of the lists of an embedded state. See <doc:PagingContract#P11-Saved-lists>.

extension EmbeddedPages {
  /// Sets the pages of a record under a load of their list.
  package mutating func restore(_ pages: [Page<Cursor, Item>], savedAt date: Date, of key: Key) {
    machine = machine.copy()
    var policy = PagingPolicy().resolved
    policy.savedPages = UInt16(clamping: pages.count)
    machine.apply(policy)
    perform(.load(key))
    guard let run = runs.first else { return }
    let payload = LoadSlots.Payload(value: SavedBox(pages, savedAt: date))
    handle(.restored(of: run.ticket, age: .zero, isStale: true), payload)
  }

  /// Returns whether a run reads a record: the first attempt of a list, unless it is in memory.
  package func readsRecord(_ run: EmbeddedRun<Request>) -> Bool {
    machine.core.keyToRestore(for: run.ticket) != nil
  }

  /// True if the last action has saved or removed lists.
  package var hasRecordOperations: Bool { saving?.value.operations.isEmpty == false }

  /// Returns the operations on records since the last call.
  package mutating func takeRecordOperations() -> [EmbeddedSaving.Operation] {
    guard var saving = saving?.value else { return [] }
    defer { self.saving = Box(saving) }
    return saving.takeOperations()
  }

  /// The last load whose result was the list of its record.
  package var restoredEnd: RestoredEnd? {
    guard let load = saving?.value.restoredLoad, let list = machine.state.latest else { return nil }
    return RestoredEnd(load: load, value: Box(list))
  }

  /// The records of the feature that the state belongs to; `nil` if the lists are not saved.
  package var records: (any LoadRecords)? { saving?.value.records.records }

  /// Records the operations of a decision; it calls code of the caller, which makes keys.
  mutating func recordOperations(
    of decision: PagingDecision,
    since before: Machine,
    isReset: Bool
  ) {
    guard decision.change != .none, var saving = saving?.value else { return }
    let records = saving.records.records
    let all = machine.recordOperations(since: before, decision, isReset: isReset, records)
    for operation in all { saving.add(operation) }
    if decision.contentsChanges.contains(.restore) {
      saving.restoredLoad = decision.ended.first { $0.outcome == .loaded }?.load
    }
    self.saving = Box(saving)
  }
}

extension PagingPolicy {
  /// The policy of a state whose lists have records, or none.
  func resolved(for records: EmbeddedRecords?) -> Resolved {
    guard let records else { return resolved }
    var resolved = resolved
    resolved.savedPages = UInt16(clamping: max(records.pages, 1))
    return resolved
  }
}
