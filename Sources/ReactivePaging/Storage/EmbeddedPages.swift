package import ReactiveLoading
import ReactiveRelays

/// The state of a ``PagedLoader`` as a value, for a state whose owner has the pages loaded.
///
/// It is the state machine of a paged loader and has the same intents and contracts. An
/// ``EmbeddedPerformer`` follows each of the ``runs`` and does the work.
package struct EmbeddedPages<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  package typealias Request = PageRequest<Key, Cursor>
  typealias Machine = PagedMachine<Key, Cursor, Item, Failure>

  var machine: Machine
  private var elapsed: ElapsedTime?
  /// The number of the last request for each running load.
  private var requestNumbers: [UInt: UInt] = [:]
  /// The operations on records since the last action; `nil` if the lists are not saved.
  var saving: Box<EmbeddedSaving>?

  package init(failure: @escaping @Sendable (PagingError) -> Failure) {
    machine = Machine(PagingPolicy().resolved, failure: failure)
  }

  /// Sets pages that another source provides as the pages of a list, from its first page on.
  package mutating func show(_ pages: [Page<Cursor, Item>], of key: Key) {
    perform(.load(key))
    for (number, page) in pages.enumerated() {
      if number > 0 { perform(.next) }
      guard let run = runs.first else { continue }
      handle(.attempt(.succeeded, of: run.ticket), LoadSlots.Payload(value: Box(page)))
    }
    // An empty page starts the load of the next page.
    if !runs.isEmpty { perform(.cancel) }
  }

  /// Sets the list of a key to a failed first load.
  package mutating func fail(_ failure: Failure, of key: Key) {
    perform(.load(key))
    guard let run = runs.first else { return }
    handle(
      .attempt(.failed(mayRetry: false), of: run.ticket),
      LoadSlots.Payload(failure: Box(failure))
    )
  }

  package var state: Loadable<PagedList<Key, Item, Failure>, Failure> { machine.state }

  /// The key of the list that is loading, or else of the settled list.
  package var key: Key? { machine.currentKey }

  /// The pages to load, in the order in which they started.
  ///
  /// None, one page of a list, or one page at each of its ends.
  package var runs: [EmbeddedRun<Request>] {
    let runs = machine.core.work.compactMap { work in
      machine.request(work.target).map { request in
        EmbeddedRun(
          request,
          load: work.load,
          requestNumber: requestNumbers[work.load] ?? 0,
          work.attempts,
          work.target == .list ? machine.core.runningLoad?.cause ?? .load : .load
        )
      }
    }
    return runs.inOrder(of: \.ticket)
  }

  /// The loads in flight or waiting for another load, with the number of the last request for each.
  ///
  /// The numbers are those of ``EmbeddedRun/requestNumber``.
  package var loads: [(number: UInt, requestNumber: UInt)] {
    machine.core.loads.map { ($0, requestNumbers[$0] ?? 0) }
  }

  /// The load of the list in flight, as a scope decides about it; `nil` for none.
  package var scopedRun: ScopedRun? {
    machine.core[.list].map { work in
      ScopedRun(
        number: work.load,
        isWaiting: work.attempts.isWaiting,
        isOutdated: machine.core.runningLoad?.isOutdated ?? false
      )
    }
  }

  package func uses(_ policy: PagingPolicy, _ records: EmbeddedRecords?) -> Bool {
    machine.core.policy == policy.resolved(for: records) && (elapsed != nil || !policy.isTimed)
      && saving?.value.records === records
  }

  package mutating func apply(_ policy: PagingPolicy, _ records: EmbeddedRecords?) {
    if saving?.value.records !== records { saving = records.map { Box(EmbeddedSaving($0)) } }
    machine = machine.copy()
    machine.apply(policy.resolved(for: records))
    if policy.isTimed, elapsed == nil {
      elapsed = ElapsedTime(on: policy.load.clock)
    }
  }

  /// Performs an intent; returns true if anything has changed, for an edit if the item exists.
  @discardableResult
  package mutating func perform(_ intent: PagedIntent<Key, Item>) -> Bool {
    let isReset = if case .reset = intent { true } else { false }
    let decision = handle(isReset: isReset) { $0.perform(intent, at: $1) }
    if let load = decision.load { requestNumbers[load] = TicketCounter.newBlock() }
    return decision.change != .none
  }

  /// Handles an event of a performer, unless it is not about a page in flight.
  package mutating func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    handle { $0.handle(event, payload, at: $1) }
  }

  /// Performs steps of the edits of writes, except the ends of unknown ones.
  package mutating func edit(_ steps: [EditStep]) {
    handle { machine, now in
      let decision = machine.edit(steps, at: now)
      machine.forgetEarlyEnds()
      return decision
    }
  }

  @discardableResult
  private mutating func handle(
    isReset: Bool = false,
    _ body: (Machine, _ now: Duration) -> PagingDecision
  ) -> PagingDecision {
    let before = saving.map { _ in machine }
    machine = machine.copy()
    let block = TicketCounter.newBlock()
    machine.skipTickets(to: block)
    let decision = body(machine, elapsed?.now() ?? .zero)
    TicketCounter.check(machine.core.tickets.last, of: block)
    if !requestNumbers.isEmpty {
      let loads = Set(machine.core.loads)
      requestNumbers = requestNumbers.filter { loads.contains($0.key) }
    }
    if let before { recordOperations(of: decision, since: before, isReset: isReset) }
    return decision
  }
}
