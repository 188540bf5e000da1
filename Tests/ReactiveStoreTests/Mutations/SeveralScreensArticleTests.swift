import ReactiveLoadable
import StoreTesting
import TestSupport
import Testing

// The code of the article on one change on several screens, unchanged.

struct Issues: Reducer {
  struct State: Sendable, Equatable {
    var list = PagedState<NoRequest, Int, Issue>()
    var details = LoadableStates<Issue.ID, Issue>()
    var open = LoadableState<NoRequest, Set<Issue.ID>>()
    var close = MutationState<Issue.ID, Issue>()
  }

  enum Action: Sendable, Equatable {
    case list(PagingAction<NoRequest, Int, Issue>)
    case detail(Issue.ID, LoadingAction<NoRequest, Issue, Never>)
    case open(LoadingAction<NoRequest, Set<Issue.ID>, Never>)
    case close(MutationAction<Issue.ID, Issue>)
  }

  let api: IssueAPI

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .paged(state: \.list, action: .list) { page, _ in try await api.issues(page.cursor ?? 1) }
      .loadable(each: \.details, action: .detail) { id, _ in try await api.issue(id) }
      .loadable(state: \.open, action: .open) { _ in try await api.open() }
      .mutation(
        state: \.close,
        action: .close,
        orderedBy: { $0 },
        editing: [
          .list(\.list) { id in [.change(id) { $0.isOpen = false }] },
          .key(\.details, of: { $0 }) { _, issue in issue.isOpen = false },
          .loadable(\.open) { id, open in open.remove(id) },
        ]
      ) { id, _ in
        try await api.close(id)
      }
  }
}

struct Issue: Sendable, Hashable, Identifiable {
  let id: Int
  var isOpen = true
}

private struct Refused: Error, Hashable {}

/// An API whose answers take a second, and its writes two; it refuses to close issue 8.
struct IssueAPI: Sendable {
  let clock: MarbleClock

  func issues(_ page: Int) async throws -> Page<Int, Issue> {
    try await clock.sleep(for: .seconds(1))
    return Page([Issue(id: 7), Issue(id: 8)], next: nil)
  }

  func issue(_ id: Int) async throws -> Issue {
    try await clock.sleep(for: .seconds(1))
    return Issue(id: id)
  }

  func open() async throws -> Set<Int> {
    try await clock.sleep(for: .seconds(1))
    return [7, 8]
  }

  func close(_ id: Int) async throws -> Issue {
    try await clock.sleep(for: .seconds(2))
    if id == 8 { throw Refused() }
    return Issue(id: id, isOpen: false)
  }
}

nonisolated extension CasePath<Issues.Action, PagingAction<NoRequest, Int, Issue>> {
  static let list = Self(Issues.Action.list) {
    if case .list(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Issues.Action, (Issue.ID, LoadingAction<NoRequest, Issue, Never>)> {
  static let detail = Self(Issues.Action.detail) {
    if case .detail(let id, let action) = $0 { (id, action) } else { nil }
  }
}

nonisolated extension CasePath<Issues.Action, LoadingAction<NoRequest, Set<Issue.ID>, Never>> {
  static let open = Self(Issues.Action.open) {
    if case .open(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Issues.Action, MutationAction<Issue.ID, Issue>> {
  static let close = Self(Issues.Action.close) {
    if case .close(let action) = $0 { action } else { nil }
  }
}

@Suite struct `The code of the article on several screens in a store` {
  @Test func `one action changes the list, and a failure changes it back`() {
    marbles(frame: .seconds(1)) { m in
      let api = IssueAPI(clock: m.clock)
      let store = m.testStore(Issues.State()) { Issues(api: api) }
      store.send(.list(.load)) { $0.list.perform(.load) }
      m.advance(by: .seconds(1))
      let page = Page<Int, Issue>([Issue(id: 7), Issue(id: 8)], next: nil)
      store.receive(.list(.finished(.success(page)))) { $0.list = PagedState(page) }

      store.send(.close(.run(7))) {
        $0.close.run(7)
        $0.list.perform(.edit(.change(7) { $0.isOpen = false }))
      }
      m.advance(by: .seconds(2))
      store.receive(.close(.finished(7, .success(Issue(id: 7, isOpen: false))))) {
        $0.close.finish(7, .success(Issue(id: 7, isOpen: false)))
      }

      store.send(.close(.run(8))) {
        $0.close.run(8)
        $0.list.perform(.edit(.change(8) { $0.isOpen = false }))
      }
      m.advance(by: .seconds(2))
      store.receive(.close(.finished(8, .failure(Refused())))) {
        $0.close.finish(8, .failure(Refused()))
        $0.list.perform(.edit(.change(8) { $0.isOpen = true }))
      }
    }
  }

  @Test func `one action changes the badge and a detail that arrives during the write`() {
    marbles(frame: .seconds(1)) { m in
      let store = m.testStore(Issues.State(), checking: .partial) {
        Issues(api: IssueAPI(clock: m.clock))
      }
      store.send(.open(.load))
      m.advance(by: .seconds(1))
      store.send(.close(.run(7)))
      #expect(store.state.open.value == [8])
      store.send(.detail(7, .load))
      m.advance(by: .seconds(1))
      #expect(store.state.details[7].value == Issue(id: 7, isOpen: false))
      m.advance(by: .seconds(1))
    }
  }

  @Test func `the confirm of the article sets the answer of the server`() {
    let detail: StateTarget<Issues.State, Issue.ID, Issue> = .key(\.details, of: { $0 }) { _, issue in
      issue.isOpen = false
    } confirm: { _, saved, issue in
      issue = saved
    }
    marbles(frame: .seconds(1)) { m in
      let reducer = EmptyReducer<Issues.State, Issues.Action>()
        .loadable(each: \.details, action: .detail) { id, _ in Issue(id: id) }
        .mutation(state: \.close, action: .close, editing: [detail]) { id, _ in Issue(id: id) }
      let store = m.testStore(Issues.State(), checking: .partial) { reducer }
      store.send(.detail(7, .load))
      store.send(.close(.run(7)))
      #expect(store.state.details[7].value == Issue(id: 7))
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
