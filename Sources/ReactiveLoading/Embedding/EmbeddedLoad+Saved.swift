package import Foundation

// The records of an embedded load: what its decisions save and remove, and when it reads.

extension EmbeddedLoad {
  /// Creates the state of a load over a value that is restored from its record.
  package init(restored value: Value, savedAt date: Date, of request: Request) {
    self.init()
    perform(.load(request))
    let ticket = machine.core.cycle?.ticket ?? 0
    let payload = LoadSlots.Payload(value: SavedBox(value, savedAt: date))
    handle(.restored(of: ticket, age: .zero, isStale: true), payload)
  }

  /// The date of the record that the visible value comes from.
  package var savedAt: Date? { machine.shownValue?.savedAt }

  /// Returns whether the attempt in flight reads a record: the first one, not of a retry, unless a
  /// value of the request is in memory.
  package var readsRecord: Bool {
    guard let run = machine.core.run, run.cause != .retry, run.cycle.isFirst,
      !run.cycle.isWaiting, let request = machine.slots.running?.assumed(of: Request.self).value
    else { return false }
    let held = [machine.slots.value, machine.slots.shown(machine.core.shown)]
    return !held.contains { $0.map { $0.request.belongs(to: request) } ?? false }
  }

  /// True if the last action has saved or removed values.
  package var hasRecordOperations: Bool { saving?.value.operations.isEmpty == false }

  /// Returns the operations on records since the last call.
  package mutating func takeRecordOperations() -> [EmbeddedSaving.Operation] {
    var operations: [EmbeddedSaving.Operation] = []
    changeSaving { operations = $0.takeOperations() }
    return operations
  }

  /// The last load whose result was the value of its record.
  package var restoredEnd: RestoredEnd? {
    guard let load = saving?.value.restoredLoad, let value = machine.slots.value else { return nil }
    return RestoredEnd(load: load, value: value.value)
  }

  /// The records of the feature that the state belongs to; `nil` without saved values.
  package var records: (any LoadRecords)? { saving?.value.records.records }

  /// Applies a policy to the state of a key, which has the record of that key.
  package mutating func apply<Key: Hashable & Sendable>(_ policy: EmbeddedPolicy, of key: Key) {
    apply(policy)
    guard let records = policy.records else { return }
    // The state may be a copy of that of another key.
    let owner = saving?.value.owner?.assumed(of: Key.self)
    if owner?.value != key { saving = Box(EmbeddedSaving(records, of: Box(key))) }
  }

  private mutating func changeSaving(_ body: (inout EmbeddedSaving) -> Void) {
    guard var saving = saving?.value else { return }
    body(&saving)
    self.saving = Box(saving)
  }
}

// MARK: Decisions

extension EmbeddedLoad {
  /// Records the operations of a decision, which was made on a copy of a machine.
  mutating func recordOperations(
    of decision: LoadCore.Decision,
    since before: LoadMachine
  ) {
    guard decision.action.isChange else { return }
    if before.edits != nil { recordSavedEdits(of: decision, since: before) }
    let machine = machine
    changeSaving { saving in
      switch decision.slotChange {
      case .none, .start, .show, .restore: break
      case .set, .setAside, .succeed: Self.recordValue(of: machine, since: before, &saving)
      case .fail(let shown): if case .partial = shown { saving.isConfirmed = false }
      case .reset:
        for request in saving.owner.map({ [$0] }) ?? Self.requests(of: before) {
          saving.add(.remove(key: saving.key(of: request), of: request))
        }
      case .invalidate:
        if machine.isMarkedAsStale(since: before) {
          Self.record(machine.slots.value, .stale, &saving)
        }
      }
    }
  }

  /// Records that the confirmed value now contains edits whose writes have been saved.
  mutating func recordSavedEdits(since before: LoadMachine) {
    guard let old = before.slots.value, let new = machine.slots.value, old.value !== new.value
    else { return }
    changeSaving { Self.record(new, .edited, &$0) }
  }

  /// Records the edits that become part of the confirmed value by the end of a load.
  private mutating func recordSavedEdits(of decision: LoadCore.Decision, since before: LoadMachine)
  {
    switch decision.slotChange {
    case .restore, .fail(.settled): recordSavedEdits(since: before)
    // The new value is recorded with them.
    case .set, .setAside, .succeed: break
    case .none, .start, .show, .fail, .reset, .invalidate: break
    }
  }

  /// Records an edit of the visible value, unless it is a partial one.
  ///
  /// It calls `==` of the value, if there is one.
  mutating func recordEdit(of before: AnyBox, to edited: AnyBox) {
    guard case .settled = machine.core.shown, !before.isEqual(to: edited) else { return }
    let value = machine.slots.value
    changeSaving { Self.record(value, .edited, &$0) }
  }

  private static func recordValue(
    of machine: LoadMachine,
    since before: LoadMachine,
    _ saving: inout EmbeddedSaving
  ) {
    guard let value = machine.slots.value else { return }
    saving.isConfirmed = true
    let isOutdated = before.core.run?.isOutdated == true
    let ends = before.core.run != nil && machine.core.run == nil
    // Only a restored value has a date.
    if value.value.savedAt == nil {
      record(value, .loaded(age: value.value.ageWhenSet), &saving)
      if isOutdated, ends { record(value, .stale, &saving) }
    } else {
      if isOutdated { record(value, .stale, &saving) }
      if ends { saving.restoredLoad = before.core.cycle?.first }
    }
  }

  /// Records the settled value, if it is confirmed and belongs to a request.
  private static func record(
    _ value: LoadedValue?,
    _ kind: SaveKind,
    _ saving: inout EmbeddedSaving
  ) {
    guard saving.isConfirmed, let value,
      let request = saving.owner ?? value.request ?? onlyRequest
    else { return }
    let key = saving.key(of: request)
    saving.add(.save(value.value, key: key, of: request, kind))
  }

  /// The requests of a state that is reset: the running one, those of its value or failure, the
  /// last.
  private static func requests(of machine: LoadMachine) -> [AnyBox] {
    if let onlyRequest { return [onlyRequest] }
    let slots = machine.slots
    let all = [slots.running, slots.settledRequest, slots.value?.request, slots.last]
    return all.compactMap { $0 }
  }

  private static var onlyRequest: AnyBox? {
    Request.self == NoRequest.self ? Box(NoRequest()) : nil
  }
}

extension EmbeddedSaving {
  /// Returns the key of a request, by code of the caller.
  fileprivate func key(of request: AnyBox) -> String { records.records.key(of: request) }
}

extension LoadMachine {
  /// Returns whether a decision has marked the settled value as stale.
  fileprivate func isMarkedAsStale(since before: LoadMachine) -> Bool {
    // A failed state has no mark of the value under it.
    core.settled != before.core.settled || core.settled.hasFailed
  }
}
