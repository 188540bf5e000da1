import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// A search whose results load page by page; the text is in the state of the search.
private struct Search: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var isStrict = false
    var results = PagedState<String, Int, Row>()
    var answers = 0
  }

  struct Row: Sendable, Hashable, Identifiable {
    let id: Int
  }

  enum Action: Sendable {
    case typed(String)
    case strict
    case results(PagingAction<String, Int, Row>)
    case logOut
  }

  let load: @Sendable (PageRequest<String, Int>, State) async throws -> Page<Int, Row>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        state.results.perform(text.isEmpty ? .clear : .loadIfNeeded(text))
      case .strict: state.isStrict = true
      case .results(.finished(let answer)): if answer.child != nil { state.answers += 1 }
      case .results: break
      case .logOut: state = State()
      }
      return .none
    }
    .paged(state: \.results, action: .results, load: load)
  }
}

extension CasePath<Search.Action, PagingAction<String, Int, Search.Row>> {
  fileprivate static let results = Self(Search.Action.results) {
    if case .results(let action) = $0 { action } else { nil }
  }
}

@Suite struct `Paged lists (S16)` {
  fileprivate typealias SearchStore = Store<Search.State, Search.Action>

  private let pages = [
    "1": Page([Search.Row(id: 1), Search.Row(id: 2)], next: 2),
    "2": Page([Search.Row(id: 3)], next: nil),
  ]

  private func store(
    _ m: Marbles,
    _ load:
      @escaping @Sendable (PageRequest<String, Int>, Search.State) async throws -> Page<
        Int, Search.Row
      >
  ) -> SearchStore {
    m.keep(Store(Search.State()) { Search(load: load) })
  }

  /// `n` not requested, `l` loading, `a` or another letter loading over a list of that many rows,
  /// `f` failed, else the number of rows, with an `m` for more pages.
  private func marks(_ store: SearchStore) -> some Publisher<String, Never> {
    store.states.map { state in
      switch state.results.loadable {
      case .notRequested: "n"
      case .loading(let loading): loading.previous.map { ["", "a", "b", "c"][$0.count] } ?? "l"
      case .failed: "f"
      case .loaded(let list): list.append.isLoading ? "\(list.count)m" : "\(list.count)"
      }
    }
    .removeDuplicates()
  }

  @Test func `a reducer requests a list, rows request pages, and the parent receives each action`()
  {
    marbles { m in
      let page = m.cold("--1|", pages, then: ["---2|"])
      let store = store(m) { _, _ in try await page() }
      m.hot("-t") { store.send(.typed("sea")) }
      m.hot("----v") { store.send(.results(.visible(2))) }
      m.expect(marks(store), "nl-2'2m'--3")
      m.at(.milliseconds(90)) { #expect(store.state.answers == 2) }
    }
  }

  @Test func `load reloads a loaded list, and loadIfNeeded does not`() {
    marbles { m in
      let page = m.cold("-1|", pages, then: ["-2|"])
      let store = store(m) { _, _ in try await page() }
      m.hot("-t") { store.send(.typed("sea")) }
      m.hot("---n") { store.send(.results(.loadIfNeeded("sea"))) }
      m.hot("-----l") { store.send(.results(.load("sea"))) }
      m.expect(marks(store), "nl2--b1")
      m.expectSubscriptions(page, ["-^!", "-----^!"])
    }
  }

  @Test func `the actions of a list without a key apply to its only list`() {
    typealias Action = PagingAction<NoRequest, Int, Search.Row>
    #expect(Action.load == .load(NoRequest()))
    #expect(Action.loadIfNeeded == .loadIfNeeded(NoRequest()))
    #expect(Action.load != .loadIfNeeded)
  }

  @Test func `another text starts again, and no late page is added to its list`() {
    marbles { m in
      let answers = ["a": m.cold("-----1|", pages), "b": m.cold("--2|", pages)]
      let store = store(m) { page, _ in
        try await answers[page.key]?() ?? Page([], next: nil)
      }
      m.hot("-a-b") { store.send(.typed($0)) }
      m.expect(marks(store), "nl---1")
      m.expectSubscriptions(answers["a"]!, ["-^-!"])
    }
  }

  @Test func `a load function receives the state after the action`() {
    marbles { m in
      let seen = Log<Bool>()
      let store = store(m) { _, search in
        seen.note(search.isStrict)
        return Page([Search.Row(id: seen.entries.count)], next: seen.entries.count)
      }
      m.hot("-t") { store.send(.typed("sea")) }
      m.hot("--s") { store.send(.strict) }
      m.hot("---n") { store.send(.results(.next)) }
      m.at(.milliseconds(50)) { #expect(seen.entries == [false, true]) }
    }
  }

  @Test func `a replaced state ends its loads, and drops their pages`() {
    marbles { m in
      let page = m.cold("--1|", pages, then: ["------2|"])
      let store = store(m) { _, _ in try await page() }
      m.hot("-t") { store.send(.typed("sea")) }
      m.hot("----n") { store.send(.results(.next)) }
      m.hot("------o") { store.send(.logOut) }
      m.expect(marks(store), "nl-2'2m'-n")
      m.expectSubscriptions(page, ["-^-!", "----^-!"])
    }
  }

  @Test func `a deep refresh waits for all of its pages, and for a page that waits for it`() {
    marbles { m in
      let page = m.cold("-1|", pages, then: ["-2|", "---1|", "---2|"])
      let store = store(m) { _, _ in try await page() }
      let done = PublishRelay<String>()
      m.hot("-t") { store.send(.typed("sea")) }
      m.hot("---n") { store.send(.results(.next)) }
      m.hot("-----d") {
        m.keep(
          Task.startedImmediately {
            await store.send(.results(.refreshAllPages)).finish()
            done.accept("d")
          }
        )
      }
      m.expect(done, "-----------d")
      m.expect(marks(store), "nl2'2m'3c-----3")
    }
  }

  @Test func `a second request for a page in flight waits for it, too`() {
    marbles { m in
      let page = m.cold("-1|", pages, then: ["-----2|"])
      let store = store(m) { _, _ in try await page() }
      let done = PublishRelay<String>()
      m.hot("-t") { store.send(.typed("sea")) }
      for (diagram, name) in [("---n", "a"), ("-----n", "b")] {
        m.hot(diagram) {
          m.keep(
            Task.startedImmediately {
              await store.send(.results(.next)).finish()
              done.accept(name)
            }
          )
        }
      }
      m.expect(done, "--------(ab)")
    }
  }

  @Test
  func `a page requested during a refresh is part of the handle, which cancels it`() {
    marbles { m in
      let page = m.cold("-1|", pages, then: ["---1|", "----2|"])
      let store = store(m) { _, _ in try await page() }
      let tasks = Log<StoreTask>()
      let done = PublishRelay<String>()
      m.hot("-t") { store.send(.typed("sea")) }
      m.hot("---r") { store.send(.results(.refresh)) }
      m.hot("----n") {
        let task = store.send(.results(.next))
        tasks.note(task)
        m.keep(
          Task.startedImmediately {
            await task.finish()
            done.accept("n")
          }
        )
      }
      m.at(.milliseconds(80)) { tasks.entries.first?.cancel() }
      m.expect(done, "--------n")
      m.expectSubscriptions(page, ["-^!", "---^--!", "------^-!"])
    }
  }

  @Test func `a policy applies from the first page on`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken(), then: ["-1|"])
      let policy = PagingPolicy(
        load: LoadPolicy(retry: .constant(.milliseconds(20), limit: 1), clock: m.clock)
      )
      let store = m.keep(
        Store(Search.State()) {
          Reduce<Search.State, Search.Action> { state, action in
            if case .typed(let text) = action { state.results.perform(.load(text)) }
            return .none
          }
          .paged(state: \.results, action: .results, policy: policy) { _, _ in
            Page([Search.Row(id: try await answer() == "1" ? 1 : 2)], next: nil)
          }
        }
      )
      m.hot("-t") { store.send(.typed("sea")) }
      m.expect(marks(store), "nl---1")
    }
  }

  @Test func `edits change the list and the pages in flight`() {
    marbles { m in
      let page = m.cold("-1|", pages, then: ["---1|"])
      let store = m.keep(
        Store(Search.State()) {
          Reduce<Search.State, Search.Action> { state, action in
            if case .strict = action { state.results.perform(.edit(.remove(1))) }
            return .none
          }
          .paged(state: \.results, action: .results) { _, _ in try await page() }
        }
      )
      m.hot("-t") { store.send(.results(.load("sea"))) }
      m.hot("---r") { store.send(.results(.refresh)) }
      m.hot("----s") { store.send(.strict) }
      m.expect(marks(store), "nl2ba-1")
    }
  }
}
