package import ReactiveLoading
import ReactiveRelays

// Decisions on copies of the machine, and the edits of mutations.

extension PagedStorage {
  /// The current state.
  struct Snapshot {
    let machine: Machine
    let running: [RunningLoad]
  }

  /// A decision on a copy of the machine, before it is committed.
  struct Draft {
    let before: Machine
    let machine: Machine
    let turn: PagingTurn
    let events: LoadEventQueue?
    let time: Duration
    /// The changes for observers; `nil` without any observer.
    let observed: [ObservedChange]?
    let operations: [RecordOperation]
    /// Makes all records misses, in place of the operations.
    let removal: (() -> Void)?
    /// The steps of edits by the code that made the decision.
    var deferredSteps: [EditStep] = []

    /// True if it changes nothing, and observers receive nothing.
    var isSilent: Bool {
      turn.decision.change == .none && observed?.isEmpty != false && removal == nil
    }
  }

  /// Makes a decision on a copy of a state, outside the lock.
  func draft(
    of snapshot: Snapshot,
    _ intent: PagedIntent<Key, Item>? = nil,
    after payload: LoadSlots.Payload? = nil,
    edits: [EditStep] = [],
    removing removal: (() -> Void)? = nil,
    isGuarded: Bool,
    _ body: (Machine, _ now: Duration) -> PagingDecision
  ) -> Draft {
    let events = observedEvents
    let time = events?.now ?? .zero
    let now = elapsed?.now() ?? .zero
    let before = snapshot.machine
    let machine = before.copy()
    let decision = isGuarded ? guardingReentrancy { body(machine, now) } : body(machine, now)
    let last = before.core.tickets.last
    let turn = PagingTurn(decision, to: machine.core, since: last, snapshot.running, of: self)
    let observed = events.map { _ in
      machine.changes(from: before, by: decision, of: intent, after: payload)
        + edits.compactMap(\.event).map { ObservedChange($0) }
    }
    return Draft(
      before: before,
      machine: machine,
      turn: turn,
      events: events,
      time: time,
      observed: observed,
      operations: removal == nil
        ? recordOperations(of: decision, intent, machine, since: before) : [],
      removal: removal
    )
  }
}

// MARK: Edits of mutations

extension PagedStorage: EditedStorage {
  package func edit(_ steps: [EditStep], _ didCommit: () -> Void) {
    if !refusesEdits {
      handle(edits: steps, didCommit) { $0.edit(steps, at: $1) }
      return
    }
    states.core.locked { deferredSteps += steps.compactMap(\.refusingEdit) }
    if steps.contains(where: \.isNew) { ReentrancyGuard.report(of: "A list") }
  }

  package func guardingEdits(_ body: () -> Void) { guardingReentrancy(body) }

  package func draft(_ steps: [EditStep]) -> any EditDraft { ListEditDraft(steps, of: self) }
}

/// The steps of edits on a copy of the machine, for a write that edits other storages, too.
private final class ListEditDraft<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: EditDraft where Item.ID: Sendable {
  typealias Storage = PagedStorage<Key, Cursor, Item, Failure>

  private let storage: Storage
  private var draft: Storage.Draft
  private var delivery: (() -> Void)?

  init(_ steps: [EditStep], of storage: Storage) {
    self.storage = storage
    let snapshot = storage.currentSnapshot
    draft = storage.draft(of: snapshot, edits: steps, isGuarded: false) { $0.edit(steps, at: $1) }
  }

  var isCurrent: Bool { storage.isCurrent(draft) }

  func commit() {
    guard let state = storage.accept(&draft) else { return }
    let pending = storage.states.core.commitLocked(state)
    delivery = { [core = storage.states.core] in core.deliver(pending) }
  }

  func report() { draft.events?.deliver() }

  func deliver() {
    delivery?()
    storage.perform(draft.turn, draft.machine, after: draft.before, nil)
    if !draft.deferredSteps.isEmpty { storage.edit(draft.deferredSteps) }
  }
}
