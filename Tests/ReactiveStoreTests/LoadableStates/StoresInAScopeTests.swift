import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The loads of stores as members of a scope.
@Suite struct `Loads in a scope (S18)` {
  private typealias Text = LoadableState<String, String>
  private typealias TextAction = LoadingAction<String, String, Never>
  private typealias TextStore = Store<Text, TextAction>

  private func store(_ m: Marbles, _ works: String..., retry: RetryPolicy = .never) -> TextStore {
    let work = m.cold(works[0], failure: Offline(), then: Array(works.dropFirst()))
    let policy = LoadPolicy(retry: retry, clock: m.clock)
    let store = m.keep(
      Store(Text()) {
        EmptyReducer<Text, TextAction>().loadable(
          state: \.self,
          action: .itself,
          policy: policy
        ) { _, _ in
          try await work()
        }
      }
    )
    m.hot("-a") { store.send(.load($0)) }
    return store
  }

  private func scope(_ m: Marbles, _ store: TextStore) -> LoadScope {
    let scope = m.keep(LoadScope())
    scope.add(store, tag: "texts")
    return scope
  }

  private let states = MarbleStates<String, LoadError>.states(
    loaded: ["A": "A", "B": "B", "C": "C"],
    failed: ["f": Offline()]
  )

  @Test func `loaded, in use: refreshes; one load follows that of the scope`() {
    marbles { m in
      let store = store(m, "---A|", "---B|", "---C|")
      let scope = scope(m, store)
      m.hot("-----vvv") { _ in #expect(scope.revalidate("texts") == 1) }
      m.expect(store.states.map(\.loadable).removeDuplicates(), "nl--Ar--(Br)--C", states)
    }
  }

  @Test func `loaded, not in use: stale until it is loaded again`() {
    marbles { m in
      let store = store(m, "---A|", "---B|")
      let scope = scope(m, store)
      m.hot("-----v") { _ in scope.revalidate("texts") }
      m.hot("-------n") { _ in store.send(.loadIfNeeded("a")) }
      m.at(.milliseconds(60)) { #expect(store.state.loadable == .loaded("A")) }
      m.at(.milliseconds(80)) { #expect(store.state.isLoading) }
    }
  }

  @Test func `loading: restarts once; failed: retries`() {
    marbles { m in
      let store = store(m, "---A|", "---#", "---C|")
      let scope = scope(m, store)
      m.hot("--v---v") { _ in scope.revalidate("texts") }
      m.expect(store.states.map(\.loadable).removeDuplicates(), "nl---ft--C", states)
    }
  }

  @Test func `waiting for a retry: attempts now`() {
    marbles { m in
      let store = store(m, "---#", "---B|", retry: .constant(.seconds(1), limit: 1))
      let scope = scope(m, store)
      scope.retryFailed(on: m.hot("-----o"))
      m.expect(store.states.map(\.loadable).removeDuplicates(), "nl--1---B", states)
    }
  }

  @Test func `the request is one step below the tag`() {
    marbles { m in
      let store = store(m, "---A|", "---B|")
      let scope = scope(m, store)
      m.hot("-----bv") { sign in
        if sign == "b" {
          #expect(scope.revalidate(["texts", "b"]) == 0)
        } else {
          #expect(scope.revalidate(["texts", "a"]) == 1)
        }
      }
      m.expect(store.states.map(\.loadable).removeDuplicates(), "nl--A-r--B", states)
    }
  }

  @Test func `a reset removes the value and the request`() {
    marbles { m in
      let store = store(m, "---A|")
      let scope = scope(m, store)
      m.hot("-----x") { _ in m.keep(Task { try await scope.reset() }) }
      m.hot("------v") { _ in scope.revalidate() }
      m.expect(store.states.map(\.loadable).removeDuplicates(), "nl--An", states)
    }
  }

  @Test func `the pages of a list are loaded again`() {
    marbles { m in
      let page = m.cold(
        "-a|",
        ["a": Page<Int, Item>([Item(id: 1)], next: nil)],
        then: ["-a|"]
      )
      let store = m.keep(
        Store(Items()) {
          EmptyReducer<Items, ItemsAction>().paged(state: \.self, action: .itself) { _, _ in
            try await page()
          }
        }
      )
      let scope = m.keep(LoadScope())
      scope.add(store, tag: "items")
      m.hot("-l") { _ in store.send(.load) }
      m.hot("-----v") { _ in #expect(scope.revalidate("items") == 1) }
      m.expect(
        store.states.map(\.isLoading).removeDuplicates(),
        "ftf--tf",
        ["t": true, "f": false]
      )
      m.expectSubscriptions(page, ["-^!", "-----^!"])
    }
  }

  @Test func `a scope keeps no store alive, and counts one that is added twice once`() {
    var store: TextStore? = Store(Text("a")) {
      EmptyReducer<Text, TextAction>().loadable(state: \.self, action: .itself) { _, _ in "b" }
    }
    let scope = LoadScope()
    store.map { scope.add($0, tag: "texts") }
    store.map { scope.add($0, tag: "texts") }
    #expect(scope.revalidate("texts") == 1)
    let weakStore = Weak(store)
    store = nil
    #expect(weakStore.isReleased)
    #expect(scope.revalidate("texts") == 0)
  }

  @Test func `the store of a part is in use while its model lives`() async {
    let (log, scope) = (Log<String>(), LoadScope())
    var library = Library.State()
    library.books = LoadableState(Books.State(titles: "a"), of: "sea")
    let store = Store(library) {
      Library { genre, _ in
        log.note(genre)
        return Books.State(titles: "b")
      }
    }
    let part = store.scope(state: \.books, action: .books)
    scope.add(part, tag: "texts")
    scope.revalidate("texts")
    #expect(log.entries.isEmpty)
    let use = part.states.sink { _ in }
    scope.revalidate("texts")
    #expect(log.entries == ["sea"])
    withExtendedLifetime(use) {}
  }
}

private typealias Items = PagedState<NoRequest, Int, Item>
private typealias ItemsAction = PagingAction<NoRequest, Int, Item>

private struct Item: Sendable, Equatable, Identifiable { let id: Int }

private struct Offline: Error, Hashable {}
