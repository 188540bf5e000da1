import ReactiveLoadable
import StoreTesting
import TestSupport
import Testing

// The code of the article on one change on several screens, unchanged.

struct Tickets: Reducer {
  struct State: Sendable, Equatable {
    var list = PagedState<NoRequest, Int, Ticket>()
    var details = LoadableStates<Ticket.ID, Ticket>()
    var open = LoadableState<NoRequest, Set<Ticket.ID>>()
    var close = MutationState<Ticket.ID, Ticket>()
  }

  enum Action: Sendable, Equatable {
    case list(PagingAction<NoRequest, Int, Ticket>)
    case detail(Ticket.ID, LoadingAction<NoRequest, Ticket, Never>)
    case open(LoadingAction<NoRequest, Set<Ticket.ID>, Never>)
    case close(MutationAction<Ticket.ID, Ticket>)
  }

  let api: TicketAPI

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .paged(state: \.list, action: .list) { page, _ in try await api.tickets(page.cursor ?? 1) }
      .loadable(each: \.details, action: .detail) { id, _ in try await api.ticket(id) }
      .loadable(state: \.open, action: .open) { _ in try await api.open() }
      .mutation(
        state: \.close,
        action: .close,
        orderedBy: { $0 },
        editing: [
          .list(\.list) { id in [.change(id) { $0.isOpen = false }] },
          .key(\.details, of: { $0 }) { _, ticket in ticket.isOpen = false },
          .loadable(\.open) { id, open in open.remove(id) },
        ]
      ) { id, _ in
        try await api.close(id)
      }
  }
}

struct Ticket: Sendable, Hashable, Identifiable {
  let id: Int
  var isOpen = true
}

private struct Refused: Error, Hashable {}

/// An API whose answers take a second, and its writes two; it refuses to close ticket 8.
struct TicketAPI: Sendable {
  let clock: MarbleClock

  func tickets(_ page: Int) async throws -> Page<Int, Ticket> {
    try await clock.sleep(for: .seconds(1))
    return Page([Ticket(id: 7), Ticket(id: 8)], next: nil)
  }

  func ticket(_ id: Int) async throws -> Ticket {
    try await clock.sleep(for: .seconds(1))
    return Ticket(id: id)
  }

  func open() async throws -> Set<Int> {
    try await clock.sleep(for: .seconds(1))
    return [7, 8]
  }

  func close(_ id: Int) async throws -> Ticket {
    try await clock.sleep(for: .seconds(2))
    if id == 8 { throw Refused() }
    return Ticket(id: id, isOpen: false)
  }
}

nonisolated extension CasePath<Tickets.Action, PagingAction<NoRequest, Int, Ticket>> {
  static let list = Self(Tickets.Action.list) {
    if case .list(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Tickets.Action, (Ticket.ID, LoadingAction<NoRequest, Ticket, Never>)>
{
  static let detail = Self(Tickets.Action.detail) {
    if case .detail(let id, let action) = $0 { (id, action) } else { nil }
  }
}

nonisolated extension CasePath<Tickets.Action, LoadingAction<NoRequest, Set<Ticket.ID>, Never>> {
  static let open = Self(Tickets.Action.open) {
    if case .open(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Tickets.Action, MutationAction<Ticket.ID, Ticket>> {
  static let close = Self(Tickets.Action.close) {
    if case .close(let action) = $0 { action } else { nil }
  }
}

@Suite struct `The code of the article on several screens in a store` {
  @Test func `one action changes the list, and a failure changes it back`() {
    marbles(frame: .seconds(1)) { m in
      let api = TicketAPI(clock: m.clock)
      let store = m.testStore(Tickets.State()) { Tickets(api: api) }
      store.send(.list(.load)) { $0.list.perform(.load) }
      m.advance(by: .seconds(1))
      let page = Page<Int, Ticket>([Ticket(id: 7), Ticket(id: 8)], next: nil)
      store.receive(.list(.finished(.success(page)))) { $0.list = PagedState(page) }

      store.send(.close(.run(7))) {
        $0.close.run(7)
        $0.list.perform(.edit(.change(7) { $0.isOpen = false }))
      }
      m.advance(by: .seconds(2))
      store.receive(.close(.finished(7, .success(Ticket(id: 7, isOpen: false))))) {
        $0.close.finish(7, .success(Ticket(id: 7, isOpen: false)))
      }

      store.send(.close(.run(8))) {
        $0.close.run(8)
        $0.list.perform(.edit(.change(8) { $0.isOpen = false }))
      }
      m.advance(by: .seconds(2))
      store.receive(.close(.finished(8, .failure(Refused())))) {
        $0.close.finish(8, .failure(Refused()))
        $0.list = PagedState(Page([Ticket(id: 7, isOpen: false), Ticket(id: 8)], next: nil))
      }
    }
  }

  @Test func `one action changes the badge and a detail that arrives during the write`() {
    marbles(frame: .seconds(1)) { m in
      let store = m.testStore(Tickets.State(), checking: .partial) {
        Tickets(api: TicketAPI(clock: m.clock))
      }
      store.send(.open(.load))
      m.advance(by: .seconds(1))
      store.send(.close(.run(7)))
      #expect(store.state.open.value == [8])
      store.send(.detail(7, .load))
      m.advance(by: .seconds(1))
      #expect(store.state.details[7].value == Ticket(id: 7, isOpen: false))
      m.advance(by: .seconds(1))
    }
  }

  @Test func `the confirm of the article sets the answer of the server`() {
    let targets: [StateTarget<Tickets.State, Ticket.ID, Ticket>] = [
      .key(\.details, of: { $0 }) { _, ticket in
        ticket.isOpen = false
      } confirm: { _, saved, ticket in
        ticket = saved
      }
    ]
    marbles(frame: .seconds(1)) { m in
      let reducer = EmptyReducer<Tickets.State, Tickets.Action>()
        .loadable(each: \.details, action: .detail) { id, _ in Ticket(id: id) }
        .mutation(state: \.close, action: .close, editing: targets) { id, _ in Ticket(id: id) }
      let store = m.testStore(Tickets.State(), checking: .partial) { reducer }
      store.send(.detail(7, .load))
      store.send(.close(.run(7)))
      #expect(store.state.details[7].value == Ticket(id: 7))
    }
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("ChangingSeveralScreensInAStore", of: "ReactiveStore")
    #expect(article.blocks.count == 3 && article.others == 0)
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = ["EditedStatesTests.swift"]
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }
}
