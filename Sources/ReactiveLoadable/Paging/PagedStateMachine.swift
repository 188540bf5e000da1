/// The pure state machine of a ``PagedLoader``: one event in, one reaction out.
///
/// It uses no lock, task or clock. Every attempt and every wait of a page has a unique ticket. An
/// event with an outdated ticket changes nothing, so a page is never added to a list that did not
/// request it. One run at a time loads a list. While no run loads the list, each end has at most
/// one load. See <doc:PagingContract>.
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
    /// A handle cancels its load.
    case cancelLoad(Ticket)
    case heard(News)
    /// An attempt that has waited in a queue starts.
    case begun(Ticket)
    /// The loader is released.
    case close
  }

  indirect enum Phase: Sendable {
    case settled(Settled)
    case loading(Run)
    case closed(Settled)
  }

  /// The configuration of a loader, without its load function.
  struct Setup: Sendable {
    fileprivate(set) var rules: PagingPolicy.Rules
    /// The key of a loader that has only one.
    let onlyKey: Key?
    /// The conversion of a fault of the pages to a failure.
    let failure: @Sendable (PagingError) -> Failure
  }

  private(set) var setup: Setup
  var phase = Phase.settled(.notRequested)
  var recent: RecentLists
  /// The key of the last load, including a cancelled one; a clear removes it.
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

  /// The key of the list that is loading, or else of the settled list.
  var keyInQuestion: Key? {
    if case .loading(let run) = phase { run.plan.key } else { settled.key }
  }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool {
    settled.listing(of: key) != nil || recent[key] != nil
  }

  /// Applies another configuration, including to running loads.
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

  /// Handles an event at a time with an arbitrary origin; only timed policies need the time.
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

  /// Makes all later tickets newer than this one.
  mutating func skipTickets(to ticket: Ticket) { lastTicket = max(lastTicket, ticket) }

  mutating func newTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}
