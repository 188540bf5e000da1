/// The pure heart of a ``PagedLoader``: one event in, one reaction out, by contract P.
///
/// It knows no lock, task or clock. Every attempt and every wait of a page has a ticket of its own,
/// and what comes with another one changes nothing, so that no page lands in a list that it was not
/// asked for. A list is loaded by one run at a time, and each of its ends by one while no run does.
struct PagedStateMachine<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias Ticket = UInt
  typealias List = PagedList<Key, Item, Failure>
  typealias Request = PageRequest<Key, Cursor>
  typealias Attempt = LoadAttempt<Request>
  typealias News = LoadNews<Page<Cursor, Item>, Failure>

  enum Event: Sendable {
    case intent(PagedIntent<Key, Item>)
    /// A handle cancels the load that it stands for.
    case cancelLoad(Ticket)
    case heard(News)
    /// An attempt begins that has waited for its turn in a queue.
    case begun(Ticket)
    /// The loader goes away.
    case close
  }

  indirect enum Phase: Sendable {
    case settled(Settled)
    case loading(Run)
    case closed(Settled)
  }

  /// What a loader is made of, besides its load function.
  struct Setup: Sendable {
    fileprivate(set) var rules: PagingPolicy.Rules
    /// The key of a loader that has only one.
    let onlyKey: Key?
    /// Makes a failure of what is wrong with pages.
    let failure: @Sendable (PagingError) -> Failure
  }

  private(set) var setup: Setup
  var phase = Phase.settled(.notRequested)
  var recent: RecentLists
  /// The key that was asked for last, also when that was cancelled; forgotten by a clear.
  var lastKey: Key?
  private var lastTicket: Ticket = 0

  init(_ setup: Setup) {
    self.setup = setup
    recent = RecentLists(limit: setup.rules.cachedLists)
  }

  var rules: PagingPolicy.Rules { setup.rules }

  var state: Loadable<List, Failure> {
    switch phase {
    case .settled(let settled), .closed(let settled): settled.state
    case .loading(let run): .loading(run.loading)
    }
  }

  /// The key of the list that is on its way, or else of the one that is settled.
  var keyInQuestion: Key? {
    if case .loading(let run) = phase { run.plan.key } else { settled.key }
  }

  /// Whether the list of a key can be shown without a request.
  func remembers(_ key: Key) -> Bool {
    settled.listing(of: key) != nil || recent[key] != nil
  }

  /// Goes by other rules from now on, also for what is on its way.
  mutating func obey(_ rules: PagingPolicy.Rules) {
    let before = setup.rules
    setup.rules = rules
    if before.cachedLists != rules.cachedLists { recent.keep(rules.cachedLists) }
    guard before.window != rules.window else { return }
    settled.listing?.keep(rules.window)
    if case .loading(var run) = phase {
      run.plan.pages.keep(rules.window)
      run.plan.draft?.keep(rules.window)
      phase = .loading(run)
    }
  }

  /// The time is counted from any moment; only a policy of freshness needs it.
  mutating func handle(_ event: Event, at now: Duration = .zero) -> Reaction {
    var reaction = Reaction()
    switch phase {
    case .closed: break
    case .settled, .loading:
      switch event {
      case .intent(let intent): perform(intent, now, &reaction)
      case .cancelLoad(let load): cancel(load, &reaction)
      case .heard(let news): hear(news, now, &reaction)
      case .begun(let ticket): ask(ticket, &reaction)
      case .close: close(&reaction)
      }
    }
    return reaction
  }

  /// Gives only tickets that are newer than this one.
  mutating func skipTickets(to ticket: Ticket) { lastTicket = max(lastTicket, ticket) }

  mutating func newTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}
