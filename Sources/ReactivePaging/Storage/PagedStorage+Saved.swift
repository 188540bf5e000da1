import ReactiveLoading

// The records of the lists. See <doc:PagingContract#P11-Saved-lists>.

/// The records of the lists of one loader.
// NB: A class, because a loader without records would pay for a larger field.
final class ListRecords: Sendable {
  let records: any LoadRecords
  /// The number of pages of each list that are saved.
  let pages: UInt16

  init(_ records: any LoadRecords, pages: Int) {
    self.records = records
    self.pages = UInt16(clamping: max(pages, 1))
  }
}

extension PagedStorage {
  /// Returns the read of the saved list of a key.
  ///
  /// It does not keep the loader alive.
  static func reading(
    _ records: any LoadRecords,
    within timeout: ReadTimeout?
  ) -> AttemptStart.Read {
    { request, ticket, load in
      guard (load.owner.object as? PagedStorage)?.mayRestore(ticket) == true else { return }
      let key = Box(request.assumed(of: PageRequest<Key, Cursor>.self).value.key)
      let record = await records.record(for: records.key(of: key), of: key, within: timeout)
      load.send(record, readBy: ticket)
    }
  }

  /// Returns whether an attempt with this ticket may show the record of its list.
  func mayRestore(_ ticket: UInt) -> Bool {
    currentSnapshot.machine.core.keyToRestore(for: ticket) != nil
  }

  /// Reports an event of a record to observers.
  func report(_ kind: LoadObserver.Event.Kind, of request: AnyBox) {
    guard let events = observedEvents else { return }
    events.append(ObservedChange(kind, request: request), at: events.now)
    events.deliver()
  }

  /// Returns the operations on records after a decision that was made on a copy of `before`.
  ///
  /// It calls code of the caller, which makes keys.
  func recordOperations(
    of decision: PagingDecision,
    _ intent: PagedIntent<Key, Item>?,
    _ machine: Machine,
    since before: Machine
  ) -> [RecordOperation] {
    guard let records = lists?.records, decision.change != .none else { return [] }
    let isReset = if case .reset? = intent { true } else { false }
    return machine.recordOperations(since: before, decision, isReset: isReset, records)
  }

  /// Performs the reset of a scope, which makes all records misses in the same decision.
  ///
  /// - Returns: The removal of all records; `nil` without records.
  func resetForScope() -> ScopeRemoval? {
    guard let records = lists?.records else {
      _ = perform(.reset)
      return nil
    }
    var removal: ScopeRemoval?
    reset { removal = records.removeAll() }
    // A reset that was refused removes the records, too.
    return removal ?? records.removeAll()
  }
}
