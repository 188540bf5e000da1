import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

// The code of the article on drawing a store, unchanged, without the screen of SwiftUI.

func line(_ books: LoadableState<String, Books.State>) -> String {
  books.render {
    "Choose a genre."
  } loading: { genre, _ in
    "Loading \(genre) …"
  } refreshing: { books in
    "\(books.titles) …"
  } failed: { genre, failure in
    "No \(genre): \(failure.error.underlying)"
  } loaded: { books in
    books.titles
  }
}

@MainActor private final class Console {
  let lines = BehaviorRelay("")
  func print(_ text: String) { lines.accept(text) }
}

@Suite struct `The code of the article on drawing a store` {
  @Test(.needsImmediateTasks) func `a console draws the states of a store`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--A|")
      let console = m.keep(Console())
      let store = m.keep(
        Store(Library.State()) {
          Library { _, _ in Books.State(titles: try await answer()) }
        }
      )
      let lines = store.states.map { line($0.books) }.removeDuplicates()
      let subscription = lines.sinkOnMainActor { text in console.print(text) }
      m.keep(subscription)
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("-----r") { store.send(.books(.refresh)) }
      let texts = ["n": "Choose a genre.", "l": "Loading sea …", "A": "A", "r": "A …"]
      m.expect(console.lines, "nl-A-r-A", texts)
    }
  }

  @Test(.needsImmediateTasks) @MainActor func `models of a store and of a scoped store`() {
    let store = Store(Shop.State()) { Shop() }
    let model = StoreModel(store)
    let search = StoreModel(store.scope(state: \.search, action: .search))
    search.send(.see("dune"))
    #expect(search.seen == ["dune"])
    #expect(model.search.seen == ["dune"])
  }

  @Test(.needsImmediateTasks) @MainActor func `stores of the four states, for previews`() {
    var loading = LoadableState<String, Books.State>()
    loading.perform(.load("sea"))
    let states = [
      LoadableState(), loading, LoadableState(Books.State(titles: "Dune"), of: "sea"),
      LoadableState(failure: Refused(), of: "sea"),
    ]
    let stores = states.map { books in
      Store(books) { EmptyReducer<_, LoadingAction<String, Books.State, Books.Action>>() }
    }
    for (store, state) in zip(stores, states) {
      let model = LoadingModel(store)
      model.appear(loading: "mountains")
      model.retry()
      #expect(store.state == state)
      #expect(model.request == state.request)
    }
  }

  @Test func `a test has all code of the article`() throws {
    let article = try ArticleCode("DrawingAStore", of: "ReactiveStore")
    #expect(try article.lines(missingIn: #filePath) == [])
    #expect(article.blocks.count == 4)
    #expect(article.others == 2)
    let files = ["StoreModelTests.swift", "LoadingModelTests.swift", "IfPresentTests.swift"]
    #expect(try article.diagrams(missingIn: files, besides: #filePath) == [])
  }
}

/// A shop with a search.
private struct Shop: Reducer {
  struct State: Sendable, Equatable {
    var search = Counter.State()
  }

  enum Action: Sendable {
    case search(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.search, action: .search) { Counter() }
  }
}

nonisolated extension CasePath<Shop.Action, Counter.Action> {
  fileprivate static let search = Self(Shop.Action.search) {
    switch $0 {
    case .search(let action): action
    }
  }
}

private struct Refused: Error {}
