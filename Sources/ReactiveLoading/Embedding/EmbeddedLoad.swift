import Atomics
package import Foundation

/// The state of a ``Loader`` as a value, for a state whose owner has the loads performed.
///
/// It has the intents and contracts of a loader: a ``LoadCore`` decides, and the values are in
/// slots. Its layout is the same for all types of values. An ``EmbeddedPerformer`` follows ``run``
/// and does the work.
package struct EmbeddedLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable
{
  var machine: LoadMachine
  private var elapsed: ElapsedTime?
  /// The number of the last request for the load, unique among all loads.
  private var requestNumber: UInt = 0
  /// The number of the visible value.
  var number: UInt = 0
  /// The number of the last change, unique among all loads; zero before the first change.
  ///
  /// Loads with the same number are the same. A restored earlier copy has its earlier number.
  package private(set) var version: UInt = 0
  /// The operations on records since the last action; `nil` without saved values.
  var saving: Box<EmbeddedSaving>?

  /// The request of a loader that takes no request; every value belongs to it.
  private static var only: Request? { NoRequest() as? Request }

  package init() { machine = LoadMachine(.standard) }

  /// Creates a loaded state with a value of a request, or of none, that another source provides.
  ///
  /// The next `loadIfNeeded` refreshes a value that is stale at the distant past.
  package init(_ value: Value, of request: Request?, staleAt: Duration? = nil) {
    machine = LoadMachine(.standard, Box(value), of: request.map { Box($0) }, staleAt: staleAt)
    version = TicketCounter.newBlock()
  }

  /// Creates a failed state.
  ///
  /// The `previous` value stays visible; `nil` for none. It has a date if it is restored.
  package init(
    _ failure: Failure,
    of request: Request,
    _ cause: LoadCause,
    over previous: Value?,
    savedAt: Date? = nil
  ) {
    let previous = previous.map { value in
      savedAt.map { SavedBox(value, savedAt: $0) } ?? Box(value)
    }
    machine = LoadMachine(.standard, Box(failure), of: Box(request), cause, over: previous)
    version = TicketCounter.newBlock()
  }

  /// Performs an intent, as described in the table of ``Loader``.
  package mutating func perform(_ intent: LoadIntent<Request, Value>) {
    let before = beginChange()
    let old = saving.map { _ in machine }
    let decision = machine.perform(intent, at: now)
    endChange(decision, before)
    if let old { recordOperations(of: decision, since: old) }
    keepEditedValue()
  }

  /// Handles an event of a performer, unless it is not about the running load.
  package mutating func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    let before = beginChange()
    let old = saving.map { _ in machine }
    let decision = machine.receive(event, payload, at: now)
    endChange(decision, before, isNewValue: payload.value != nil && decision.action.publishes)
    if let old { recordOperations(of: decision, since: old) }
    keepEditedValue()
  }

  private var now: Duration { elapsed?.now() ?? .zero }

  /// The state before a change, with the first of the tickets that the change may use.
  private typealias PriorState = (ticket: UInt, shownAsOf: UInt?, cycle: AttemptCycle?)

  /// Makes all later tickets unique.
  private mutating func beginChange() -> PriorState {
    let ticket = TicketCounter.newBlock()
    machine.core.tickets.skip(to: ticket)
    return (ticket, machine.core.shownAsOf, machine.core.cycle)
  }

  private mutating func endChange(
    _ decision: LoadCore.Decision,
    _ before: PriorState,
    isNewValue: Bool? = nil
  ) {
    TicketCounter.check(machine.core.tickets.last, of: before.ticket)
    if isNewValue == nil, isRequested(by: decision.action, before) {
      requestNumber = machine.core.tickets.last
    }
    if decision.action.isNothing { return }
    version = before.ticket
    if isNewValue == true || machine.core.shownAsOf != before.shownAsOf { number = before.ticket }
  }

  /// Returns whether an intent started, continued or joined the running load.
  private func isRequested(by action: LoadCore.Action, _ before: PriorState) -> Bool {
    switch WorkChange(from: before.cycle, to: machine.core.cycle) {
    case .none: action == .join
    case .start, .replace, .proceed: true
    case .end: false
    }
  }
}

// MARK: What it is

extension EmbeddedLoad {
  package var state: Loadable<Value, Failure> { machine.erasedState.datedState() }

  /// The request that is loading, or else the last request.
  package var request: Request? {
    if let request = machine.currentRequest { return request.assumed(of: Request.self).value }
    return machine.slots.value == nil ? nil : Self.only
  }

  /// True if there was a request since the last reset.
  package var wasRequested: Bool { machine.slots.last != nil }

  /// True if it has a request, a value or a failure.
  package var hasContents: Bool { isLoading || machine.core.settled != .notRequested }

  /// True if a load must run.
  package var isLoading: Bool {
    if case .loading = machine.core.phase { true } else { false }
  }

  /// The load to perform; `nil` for none.
  package var run: EmbeddedRun<Request>? {
    guard let run = machine.core.run, let request = machine.slots.running else { return nil }
    return EmbeddedRun(
      request.assumed(of: Request.self),
      load: run.cycle.first,
      requestNumber: requestNumber,
      run.cycle,
      run.cause
    )
  }

  /// The load in flight, as a scope decides about it; `nil` for none.
  package var scopedRun: ScopedRun? {
    machine.core.run.map { run in
      ScopedRun(
        number: run.cycle.first,
        isWaiting: run.cycle.isWaiting,
        isOutdated: run.isOutdated
      )
    }
  }

  /// Returns whether it uses the configuration and the records of a policy.
  package func uses(_ policy: EmbeddedPolicy) -> Bool {
    machine.core.policy == policy.resolved && (elapsed != nil || !policy.isTimed)
      && saving?.value.records === policy.records
  }

  /// Applies the configuration and the records of a policy from now on.
  package mutating func apply(_ policy: EmbeddedPolicy) {
    if uses(policy) { return }
    machine.core.policy = policy.resolved
    if saving?.value.records !== policy.records {
      saving = policy.records.map { Box(EmbeddedSaving($0)) }
    }
    if policy.isTimed, elapsed == nil { elapsed = ElapsedTime(on: policy.policy.clock) }
    version = TicketCounter.newBlock()
  }

  /// The value after a cancel, and its request; `nil` if it belongs to none.
  package var settledValue: (value: Value, request: Request?)? {
    guard let settled = machine.slots.value else { return nil }
    return (
      settled.value.assumed(of: Value.self).value, settled.request?.assumed(of: Request.self).value
    )
  }

  /// Gives the load a new version, after a change that its owner stores.
  package mutating func markChanged() { version = TicketCounter.newBlock() }
}

// The tickets of embedded machines are unique in the process. Otherwise copies of a machine would
// give the same tickets to different loads.
extension TicketCounter {
  /// The number of tickets that a machine may use in one decision.
  ///
  /// A decision takes one ticket for each load, attempt or delay that it starts or halts. A load
  /// has one of these at a time, and a list one at each of its two ends: far less than a block.
  static let block: UInt = 64

  private static let lastBlock = ManagedAtomic<UInt>(0)

  /// Returns the first ticket of a new block, which is never zero, for the next decision.
  package static func newBlock() -> UInt {
    lastBlock.wrappingIncrementThenLoad(by: block, ordering: .relaxed)
  }

  /// Checks that a decision has used no ticket of the next block.
  package static func check(_ last: UInt, of block: UInt) {
    assert(
      last < block + Self.block,
      "A decision used \(last - block) tickets, but a block has \(Self.block)."
    )
  }
}

/// The work that an embedded machine requests: a load, or a page.
package struct EmbeddedRun<Request: Hashable & Sendable>: Sendable {
  private let box: Box<Request>
  package let attempt: EmbeddedAttempt

  package init(
    _ request: Box<Request>,
    load: UInt,
    requestNumber: UInt,
    _ cycle: AttemptCycle,
    _ cause: LoadCause
  ) {
    box = request
    attempt = EmbeddedAttempt(
      load: load,
      requestNumber: requestNumber,
      cycle: cycle,
      cause: cause
    )
  }

  package var anyRequest: AnyBox { box }
  package var request: Request { box.value }
  /// The number of the load for its handles; one load can include several pages.
  package var load: UInt { attempt.load }
  /// The number of the last request for the load.
  package var requestNumber: UInt { attempt.requestNumber }
  package var ticket: UInt { attempt.ticket }
}

/// The attempt that a run is in, without its request.
package struct EmbeddedAttempt: Hashable, Sendable {
  package let load: UInt
  /// The number of the last request for the load.
  ///
  /// It is unique among all loads, and later numbers are larger.
  package let requestNumber: UInt
  let cycle: AttemptCycle
  let cause: LoadCause

  var ticket: UInt { cycle.ticket }

  /// Returns whether this is the same run, in any attempt.
  func isSameRun(as other: Self) -> Bool { cycle.first == other.cycle.first }
}
