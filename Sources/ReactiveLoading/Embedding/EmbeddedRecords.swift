import ReactiveRelays

/// The records of one feature of a store, whose state is an ``EmbeddedLoad`` or ``EmbeddedPages``.
///
/// The states record operations on records, and the store performs them after each action. The lock
/// guards `numbers`.
package final class EmbeddedRecords: Sendable {
  package let records: any LoadRecords
  /// The number of pages of each list that are saved.
  package let pages: Int
  /// The last operation on the record of each key.
  private let last = Lock([String: EmbeddedSaving.Operation.Mark]())

  /// The number of keys whose last operation is known; edits of other values are stale.
  private static let limit = 1000

  package init<Request, Value>(_ saved: SavedValues<Request, Value>) {
    records = saved.source.records()
    pages = saved.pages
  }

  /// Performs the operations that a state has recorded, unless that was done for a copy of it.
  package func perform(_ operations: [EmbeddedSaving.Operation]) {
    for operation in operations {
      guard let last = record(operation) else { continue }
      switch operation.kind {
      // The date of an earlier value is unknown: it must not be taken as young.
      case .save(let value, let key, let request, .edited)
      where value.savedAt == nil
        && (operation.mark.number == nil || operation.mark.number != last.number):
        records.save(value, for: key, of: request, .stale)
      case .save, .remove: records.add(operation.kind)
      }
    }
  }

  /// Records an operation, and returns the mark of its key; `nil` if a later one was performed.
  private func record(_ operation: EmbeddedSaving.Operation) -> EmbeddedSaving.Operation.Mark? {
    let key = operation.kind.key
    return last.withLock { last in
      var mark = last[key] ?? EmbeddedSaving.Operation.Mark(number: nil, ticket: 0)
      guard operation.mark.ticket > mark.ticket else { return nil }
      if last.count >= Self.limit { last = [:] }
      mark.ticket = operation.mark.ticket
      if operation.kind.isNewValue { mark.number = operation.mark.number }
      last[key] = mark
      return mark
    }
  }
}

// MARK: Reading

extension EmbeddedPolicy {
  /// Returns the read of the record of a request, before the first attempt of a load.
  ///
  /// It takes no turn in a queue, and the timeout of an attempt. If the value is the result of the
  /// load, or the load has ended during the read, the load function is not called.
  ///
  /// - Parameters:
  ///   - request: The request, which has the key of the record.
  ///   - restore: Sends the value to the store.
  /// - Returns: The read; `nil` without saved values.
  package func reading(
    _ request: AnyBox,
    restore: @escaping EmbeddedRecords.Restore
  ) -> AttemptStart.Read? {
    guard let records = records?.records else { return nil }
    let timeout = ReadTimeout(policy)
    return { _, ticket, load in
      guard ticket == load.id else { return }
      let key = records.key(of: request)
      if let record = await records.record(for: key, of: request, within: timeout) {
        await load.restore(record, ticket, restore)
      }
    }
  }
}

extension EmbeddedRecords {
  /// Sends the value of a record to the store, with the performer of its load.
  ///
  /// The promise is fulfilled when the action is reduced or dropped.
  package typealias Restore =
    @Sendable (LoadCore.Event, LoadSlots.Payload, EmbeddedPerformer) -> Promise<Void>
}

extension RunningLoad {
  /// Sends the value of a record to the store, and waits until its action is reduced or dropped.
  fileprivate func restore(
    _ record: RestoredValue,
    _ ticket: UInt,
    _ restore: EmbeddedRecords.Restore
  ) async {
    let event = LoadCore.Event.restored(of: ticket, age: record.age, isStale: record.isStale)
    let payload = LoadSlots.Payload(value: record.value)
    // It does not keep the performer alive during the wait.
    let reduced = (owner.object as? EmbeddedPerformer).map { restore(event, payload, $0) }
    _ = await reduced?.value
  }
}

// MARK: Observers

extension EmbeddedRecords {
  /// Sets the observers that receive the reports about records.
  func report(to policy: LoadPolicy, of owner: LoadEventQueue) {
    records.report { kind, request in
      guard policy.isObserved else { return }
      let queue = LoadEventQueue(of: policy, owner, request)
      queue.append([ObservedChange(kind, request: request)], at: queue.now)
      queue.deliver()
    }
  }
}

/// The end of a load whose result is the value of its record.
package struct RestoredEnd: Sendable {
  let load: UInt
  let value: AnyBox

  package init(load: UInt, value: AnyBox) { (self.load, self.value) = (load, value) }
}
