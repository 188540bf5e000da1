import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Problems where a list of movies is pages counted manually, and errors are dropped.
@Suite struct `Traps of a movie app in a store` {
  @Test
  func `(e) rows that become visible again request a page once, and none after the last page`() {
    marbles { m in
      let requests = Log<Int>()
      let store = m.moviesStore { page in
        requests.note(page.cursor ?? 1)
        return page.cursor == nil ? Page([1, 2], next: 2) : Page([3], next: nil)
      }
      m.hot("-t") { store.send(.typed("heat")) }
      m.hot("--(vvv)-v") { store.send(.movies(.visible(2))) }
      m.hot("------(ww)") { store.send(.movies(.visible(3))) }
      m.at(.milliseconds(90)) { #expect(requests.entries == [1, 2]) }
    }
  }

  @Test func `(e) a movie on two pages is in the list once`() {
    marbles { m in
      let store = m.moviesStore { page in
        page.cursor == nil ? Page([1, 2], next: 2) : Page([2, 3], next: nil)
      }
      m.hot("-t") { store.send(.typed("heat")) }
      m.hot("--n") { store.send(.movies(.next)) }
      m.at(.milliseconds(90)) { #expect(store.state.movies.value?.map(\.id) == [1, 2, 3]) }
    }
  }

  @Test func `(e) a failed page retains the list, and a retry requests that page`() {
    marbles { m in
      let requests = Log<Int>()
      let store = m.moviesStore { page in
        requests.note(page.cursor ?? 1)
        if requests.entries == [1, 2] { throw Broken() }
        return page.cursor == nil ? Page([1], next: 2) : Page([2], next: nil)
      }
      m.hot("-t") { store.send(.typed("heat")) }
      m.hot("--n") { store.send(.movies(.next)) }
      m.at(.milliseconds(30)) { #expect(store.state.movies.value?.map(\.id) == [1]) }
      m.hot("----r") { store.send(.movies(.retry)) }
      m.at(.milliseconds(90)) {
        #expect(store.state.movies.value?.map(\.id) == [1, 2])
        #expect(requests.entries == [1, 2, 2])
      }
    }
  }

  @Test func `an emptied text clears the list, and no late page restores it`() {
    marbles { m in
      let answer = m.cold("--x|")
      let store = m.moviesStore { _ in
        _ = try await answer()
        return Page([1], next: nil)
      }
      m.hot("-t") { store.send(.typed("heat")) }
      m.hot("--e") { store.send(.typed("")) }
      m.expectSubscriptions(answer, ["-^!"])
      m.at(.milliseconds(90)) { #expect(store.state.movies.loadable == .notRequested) }
    }
  }
}

/// A list of movies by typed text.
private enum Cinema {
  struct Movie: Sendable, Equatable, Identifiable, ExpressibleByIntegerLiteral {
    let id: Int
    init(integerLiteral id: Int) { self.id = id }
  }

  struct State: Sendable {
    var movies = PagedState<String, Int, Movie>()
  }

  enum Action: Sendable {
    case typed(String)
    case movies(PagingAction<String, Int, Movie>)
  }
}

extension CasePath<Cinema.Action, PagingAction<String, Int, Cinema.Movie>> {
  fileprivate static let movies = Self(Cinema.Action.movies) {
    if case .movies(let action) = $0 { action } else { nil }
  }
}

extension Marbles {
  fileprivate func moviesStore(
    _ load: @escaping @Sendable (PageRequest<String, Int>) async throws -> Page<Int, Cinema.Movie>
  ) -> Store<Cinema.State, Cinema.Action> {
    keep(
      Store(Cinema.State()) {
        Reduce<Cinema.State, Cinema.Action> { state, action in
          if case .typed(let text) = action {
            state.movies.perform(text.isEmpty ? .clear : .loadIfNeeded(text))
          }
          return .none
        }
        .paged(state: \.movies, action: .movies) { page, _ in try await load(page) }
      }
    )
  }
}
