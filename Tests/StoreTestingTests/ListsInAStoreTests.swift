import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

// The code of the article on lists in a store, unchanged.

nonisolated struct Film: Sendable, Identifiable, Equatable {
  let id: Int
}

enum FilmList: Hashable, Sendable {
  case popular
  case matching(String)
}

struct FilmSearch: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var films = PagedState<FilmList, Int, Film>()
  }

  enum Action: Sendable, Equatable {
    case appeared
    case typed(String)
    case rested
    case films(PagingAction<FilmList, Int, Film>)
  }

  let clock: any Clock<Duration>
  let page: @Sendable (FilmList, Int) async throws -> Page<Int, Film>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .send(.rested, after: .milliseconds(300), on: clock)
          .cancellable(id: "typing", overlap: .replace)
      case .appeared, .rested:
        state.films.perform(.loadIfNeeded(state.text.isEmpty ? .popular : .matching(state.text)))
      case .films: break
      }
      return .none
    }
    .paged(state: \.films, action: .films) { [page] request, _ in
      try await page(request.key, request.cursor ?? 1)
    }
  }
}

nonisolated extension CasePath<FilmSearch.Action, PagingAction<FilmList, Int, Film>> {
  static let films = Self(FilmSearch.Action.films) {
    if case .films(let action) = $0 { action } else { nil }
  }
}

@Suite struct `The code of the article on lists in a store` {
  @Test func `a debounced text has a separate list, and a row loads the next page`() {
    marbles(frame: .milliseconds(100)) { m in
      let clock = m.clock
      let first = Page([Film(id: 1), Film(id: 2)], next: 2)
      let second = Page<Int, Film>([Film(id: 3)], next: nil)
      let found = Page<Int, Film>([Film(id: 9)], next: nil)
      let store = m.testStore(FilmSearch.State()) {
        FilmSearch(clock: clock) { list, number in
          try await clock.sleep(for: .milliseconds(200))
          return list == .popular ? [first, second][number - 1] : found
        }
      }

      store.send(.appeared) { $0.films.perform(.load(.popular)) }
      m.advance(by: .milliseconds(200))
      store.receive(.films(.finished(.success(first)))) {
        $0.films = PagedState(first, of: .popular)
      }

      store.send(.films(.visible(2))) { $0.films.perform(.next) }
      m.advance(by: .milliseconds(200))
      store.receive(.films(.finished(.success(second)))) {
        $0.films = PagedState(first, second, of: .popular)
      }

      store.send(.typed("du")) { $0.text = "du" }
      store.send(.typed("dune")) { $0.text = "dune" }
      m.advance(by: .milliseconds(300))
      store.receive(.rested) { $0.films.perform(.load(.matching("dune"))) }
      m.advance(by: .milliseconds(200))
      store.receive(.films(.finished(.success(found)))) {
        $0.films = PagedState(found, of: .matching("dune"))
      }
    }
  }

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("ListsInAStore", of: "ReactiveStore")
    #expect((article.blocks.count, article.others) == (3, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
