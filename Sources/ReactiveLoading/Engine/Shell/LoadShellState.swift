import IssueReporting
import ReactiveRelays

/// The state that the lock of a loader guards: its machine, and the running load.
struct LoadShellState {
  var machine: LoadMachine
  /// The running load, and the attempt or delay that it performs.
  private(set) var running: RunningLoad?
  private var performed: AttemptCycle?
  private(set) var version: UInt = 0
  /// The number of resets: a value belongs to one user until the next reset.
  private(set) var resets: UInt = 0
  /// The number of those that also remove the records of all requests.
  private var scopeResets: UInt32 = 0
  private var invalidations: UInt32 = 0

  init(_ machine: LoadMachine) { self.machine = machine }

  /// Counts a reset as that of a scope, too.
  mutating func countScopeReset() { scopeResets &+= 1 }

  /// Counts a reset or an invalidation.
  mutating func count(_ slotChange: LoadCore.SlotChange) {
    switch slotChange {
    case .reset: resets += 1
    case .invalidate: invalidations &+= 1
    case .none, .start, .set, .setAside, .show, .succeed, .fail, .restore: break
    }
  }

  /// The requests that the request of an intent is compared with, and the version of the state.
  // NB: `mutating`, so that it is called in place, not on a copy.
  mutating func requests() -> (LoadRequests, version: UInt) { (machine.slots.requests, version) }

  /// Makes all decisions that other threads prepare on this state outdated.
  mutating func invalidateComparisons() { version &+= 1 }

  /// The request of a load, whose last attempt or delay has the ticket; `nil` if another load has
  /// started since, or a value was set.
  // NB: An ended load is recognized by its ticket, because storing its request would cost each load.
  func request(of load: RunningLoad, withLast ticket: UInt) -> AnyBox? {
    if running === load { return machine.currentRequest }
    return running == nil && machine.core.tickets.last == ticket ? machine.slots.last : nil
  }

  /// The published state.
  // NB: `mutating` for the same reason.
  mutating func erasedState() -> AnyLoadable { machine.erasedState }

  /// True if edits are applied to the values.
  var hasEdits: Bool { machine.edits != nil }

  /// Closes the machine, unless a load runs or edits are applied; returns whether it did.
  mutating func closeIfIdle() -> Bool {
    guard running == nil, !hasEdits else { return false }
    _ = machine.core.handle(.close, LoadCore.Comparisons())
    version &+= 1
    return true
  }

  /// Notes in `change` which load starts, continues or ends by it.
  ///
  /// It compares the attempt of the machine with the one that is performed. The work itself starts
  /// later, outside the lock.
  mutating func update(_ change: inout LoadChange, for owner: any LoadOwner) {
    guard change.action.isChange else {
      if change.action == .join { change.load = running }
      return
    }
    let cycle = machine.core.cycle
    change.work = WorkChange(from: performed, to: cycle)
    performed = cycle
    change.cycle = cycle
    switch change.work {
    case .none: break
    case .start, .replace:
      swap(&change.replaced, &running)
      if let cycle {
        running = RunningLoad(cycle.first, of: owner, machine.core.cause)
      }
      change.load = running
      change.request = machine.slots.running
    case .proceed:
      change.load = running
      change.request = machine.slots.running
    case .end: swap(&change.load, &running)
    }
    version &+= 1
  }

  /// Returns a snapshot for the observer of the decisions; `nil` if an action changed nothing.
  mutating func snapshot(after action: LoadCore.Action) -> LoadSnapshot? {
    guard action.isChange else { return nil }
    return LoadSnapshot(
      machine,
      after: action,
      decision: version,
      resets: resets,
      scopeResets: scopeResets,
      invalidations: invalidations
    )
  }
}

/// A change of a loader by a decision, to perform outside its lock.
// NB: Copies of it would cost a load 300 instructions.
@usableFromInline
struct LoadChange: ~Copyable {
  /// A reason why no decision was made in place, or no copy was committed.
  enum Refusal {
    /// Another decision was made first.
    case isOvertaken
    /// Edits must be applied to the state, which runs code of the caller.
    case needsCopy
    /// Code that the loader runs to make another decision must not change it.
    case isReentrant
  }

  var action = LoadCore.Action.none
  /// The reason why nothing was decided; `nil` after a decision.
  var refusal: Refusal?
  /// The snapshot for the observer of the decisions, if there is one.
  var snapshot: LoadSnapshot?
  /// An object of the observer, to release after the delivery.
  var released: AnyObject?
  /// The values that have left the slots, to release outside the lock.
  var removed = LoadSlots()
  var work = WorkChange.none
  /// The attempt or delay that is current now; `nil` without a load.
  var cycle: AttemptCycle?
  /// The load that the change is about: it starts, ends, continues or is joined.
  var load: RunningLoad?
  /// The load that another one replaces.
  var replaced: RunningLoad?
  /// The request of the work that starts or continues.
  var request: AnyBox?
}

// MARK: Re-entrancy

/// The threads whose changes an object refuses, because they run code of the caller to decide.
///
/// A decision on a copy is made again if another one was committed first. If the code that it runs
/// changes the same object, such as an edit that sets a value, no attempt would ever be committed,
/// or the change would run the same code again without an end. The lock of the object guards this
/// value.
package struct ReentrancyGuard {
  private var threads: [UInt] = []

  package init() {}

  package var includesCurrentThread: Bool {
    !threads.isEmpty && threads.contains(ThreadIdentity.current)
  }

  package mutating func addCurrentThread() { threads.append(ThreadIdentity.current) }

  /// Removes the last entry of the current thread.
  package mutating func removeCurrentThread() {
    guard let index = threads.lastIndex(of: ThreadIdentity.current) else { return }
    threads.remove(at: index)
  }

  /// Reports a refused change.
  ///
  /// - Parameter object: The object that was changed, as in `A loader`.
  package static func report(of object: String) {
    reportIssue(
      """
      \(object) was changed by code that it runs to make a decision: by an edit of its value, or by \
      '==' or 'hash(into:)' of a request, a value or an id. The change is ignored. Make such code \
      free of side effects.
      """
    )
  }
}

// MARK: Performing

extension LoadShell {
  /// Performs a change; returns the load that it started, continued or joined.
  final func perform(
    _ change: borrowing LoadChange,
    _ payload: LoadSlots.Payload
  ) -> StartedLoad {
    let load = change.load
    switch change.work {
    case .none:
      if case .skip(let reason) = change.action { return StartedLoad(nil, skipReason: reason) }
      // Only a joined load gets here.
      load?.escalate()
    case .start, .replace:
      performer.count(load, isReplacement: change.replaced?.end(AnyLoadOutcome(.replaced)) ?? false)
      if let cycle = change.cycle { performer.start(cycle, call(change), load) }
    case .proceed: proceed(change, load, after: payload.failure)
    case .end:
      if case .end(let end) = change.action {
        performer.end(load, AnyLoadOutcome(end, payload.value, payload.failure))
      }
      return StartedLoad(nil)
    }
    return StartedLoad(load)
  }

  // NB: Not inlined, so that a load without retries does not pay for it.
  @inline(never)
  private final func proceed(
    _ change: borrowing LoadChange,
    _ load: RunningLoad?,
    after failure: AnyBox?
  ) {
    guard let cycle = change.cycle else { return }
    performer.proceed(cycle, call(change), load, after: failure)
  }

  private final func call(_ change: borrowing LoadChange) -> LoadCall? {
    change.request.map { LoadCall(request: $0, function: function) }
  }
}
