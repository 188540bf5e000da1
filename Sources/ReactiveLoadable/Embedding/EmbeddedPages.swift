/// What a ``PagedLoader`` knows, as a value in somebody else's state, who has the pages loaded.
///
/// It is the machine of a paged loader, and takes the same intents by the same contract. Each of its
/// ``runs`` is followed by an ``EmbeddedPerformer``, which does the work.
package struct EmbeddedPages<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  package typealias Request = PageRequest<Key, Cursor>
  package typealias News = EmbeddedNews<Page<Cursor, Item>, Failure>
  typealias Machine = PagedStateMachine<Key, Cursor, Item, Failure>

  private var machine: Machine
  private var elapsed: ElapsedTime?
  /// The numbers of the last times that each load that runs was asked for.
  private var asks: [UInt: UInt] = [:]

  /// Nothing was asked for.
  ///
  /// - Parameter failure: Makes a failure of what is wrong with the pages of the server.
  package init(failure: @escaping @Sendable (PagingError) -> Failure) {
    machine = Machine(
      Machine.Setup(
        rules: PagingPolicy().rules,
        onlyKey: NoRequest() as? Key,
        failure: failure
      )
    )
  }

  /// Takes pages that came another way for those of a list, from its first one on.
  package mutating func show(_ pages: [Page<Cursor, Item>], of key: Key) {
    perform(.load(key))
    for (number, page) in pages.enumerated() {
      if number > 0 { perform(.next) }
      if let run = runs.first { hear(News(what: .heard(.succeeded(run.ticket, page)))) }
    }
    // After an empty page the next one is on its way.
    if !runs.isEmpty { perform(.cancel) }
  }

  /// Takes the list of a key for one that could not be loaded.
  package mutating func fail(_ failure: Failure, of key: Key) {
    perform(.load(key))
    guard let run = runs.first else { return }
    hear(News(what: .heard(.failed(run.ticket, failure, mayRetry: false))))
  }

  /// The state to draw.
  package var state: Loadable<PagedList<Key, Item, Failure>, Failure> { machine.state }

  /// The key of the list that is on its way, or else of the one that is settled.
  package var key: Key? { machine.keyInQuestion }

  /// The pages that have to be loaded, in the order in which they were begun: none, one of a list, or one
  /// at each of its ends.
  package var runs: [EmbeddedRun<Request>] {
    let runs = machine.runs.map { run in
      EmbeddedRun(
        run.request,
        load: run.load,
        ask: asks[run.load] ?? 0,
        first: run.fetch.first,
        run.fetch.activity,
        retries: run.fetch.retries
      )
    }
    return runs.sorted { $0.ticket < $1.ticket }
  }

  /// The loads that are on their way or wait for another one, each with the number of the last time that
  /// somebody has asked for it, as ``EmbeddedRun`` has it.
  package var loads: [(number: UInt, ask: UInt)] {
    machine.loads.map { ($0, asks[$0] ?? 0) }
  }

  /// What has a load cancelled when it is heard.
  package func cancellation(of load: UInt) -> News { News(what: .cancel(load)) }

  /// Whether it goes by a policy.
  package func obeys(_ policy: PagingPolicy) -> Bool {
    machine.rules == policy.rules && (elapsed != nil || !policy.isTimed)
  }

  /// What it goes by from now on.
  package mutating func obey(_ policy: PagingPolicy) {
    machine.obey(policy.rules)
    if policy.isTimed, elapsed == nil {
      elapsed = ElapsedTime(on: policy.load.clock)
    }
  }

  /// Does what the table of ``PagedLoader`` says.
  ///
  /// - Parameter intent: What is wanted.
  /// - Returns: Whether anything has changed, which for an edit tells whether there was anything to edit.
  @discardableResult
  package mutating func perform(_ intent: PagedIntent<Key, Item>) -> Bool {
    let reaction = handle(.intent(intent))
    if let load = reaction.load { asks[load] = EmbeddedTickets.next() }
    return reaction.changes
  }

  /// Takes what a performer has heard, unless that is not about a page that is on its way.
  package mutating func hear(_ news: News) {
    switch news.what {
    case .heard(let news): handle(.heard(news))
    case .cancel(let load): handle(.cancelLoad(load))
    }
  }

  @discardableResult
  private mutating func handle(_ event: Machine.Event) -> Machine.Reaction {
    machine.skipTickets(to: EmbeddedTickets.next())
    let reaction = machine.handle(event, at: elapsed?.now() ?? .zero)
    if !asks.isEmpty {
      let loads = Set(machine.loads)
      asks = asks.filter { loads.contains($0.key) }
    }
    return reaction
  }
}

extension PagedStateMachine {
  /// A page on its way, with the load that it belongs to.
  fileprivate typealias PageRun = (load: Ticket, request: Request, fetch: PageFetch)

  fileprivate var runs: [PageRun] {
    if case .loading(let run) = phase { return [(run.load, run.plan.request, run.fetch)] }
    return ListEnd.allCases.compactMap { end in
      guard case .loading(let run) = settled.listing?[end] else { return nil }
      return (run.load, run.request, run.fetch)
    }
  }

  /// The loads that are on their way, or wait for a refresh.
  fileprivate var loads: [Ticket] {
    let ends = ListEnd.allCases.compactMap { settled.listing?[$0].load }
    if case .loading(let run) = phase { return [run.load] + ends }
    return ends
  }
}

extension PagedStateMachine.Reaction {
  fileprivate var changes: Bool {
    switch change {
    case .none: false
    case .silent, .shown: true
    }
  }
}
