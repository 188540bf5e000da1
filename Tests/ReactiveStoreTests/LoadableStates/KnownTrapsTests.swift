import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Problems of other libraries with a loadable feature in a reducer.
@Suite struct `Traps of loading in a reducer` {
  @Test func `a child stays visible while any number of requests replace each other`() {
    marbles { m in
      let answers = ["x": m.cold("-A|"), "y": m.cold("----B|"), "z": m.cold("--C|")]
      let store = m.libraryStore(LoadPolicy(previous: .always)) { genre, _ in
        try await answers[genre]?() ?? ""
      }
      m.hot("-x-yz") { store.send(.books(.load($0))) }
      m.expect(store.marks, "nlAa--C")
    }
  }

  @Test func `a cancel of a loaded value changes nothing`() {
    marbles { m in
      let answer = m.cold("-A|")
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.hot("---c-c") { store.send(.books(.cancel)) }
      m.expect(store.marks, "nlA")
      m.at(.milliseconds(90)) { #expect(!store.state.books.isLoading) }
    }
  }

  @Test func `a cancel after two requests restores the loaded value, not the first request`() {
    marbles { m in
      let answers = ["x": m.cold("-A|"), "y": m.cold("------B|"), "z": m.cold("-----C|")]
      let store = m.libraryStore(LoadPolicy(previous: .always)) { genre, _ in
        try await answers[genre]?() ?? ""
      }
      m.hot("-x-yz") { store.send(.books(.load($0))) }
      m.hot("-----cc") { store.send(.books(.cancel)) }
      m.expect(store.marks, "nlAa-A")
      m.at(.milliseconds(99)) { #expect(store.state.books.request == "x") }
    }
  }

  @Test func `a repeated or forged response changes nothing`() {
    marbles { m in
      let answers = ["x": m.cold("-A|"), "y": m.cold("----B|")]
      let store = m.libraryStore { genre, _ in try await answers[genre]?() ?? "" }
      let received = Log<Library.Action>()
      let spy = m.keep(
        Store(
          Library.State(),
          middleware: [
            Middleware { action, _, next in
              received.note(action)
              next(action)
            }
          ]
        ) {
          Library { genre, _ in Books.State(titles: try await answers[genre]?() ?? "") }
        }
      )
      m.hot("-x-y") { spy.send(.books(.load($0))) }
      m.at(.milliseconds(40)) {
        for case .books(.finished(let answer)) in received.entries {
          spy.send(.books(.finished(answer)))
          store.send(.books(.finished(answer)))
        }
      }
      m.expect(spy.marks, "nlAl---B")
      m.expect(store.marks, "n")
    }
  }

  @Test func `a child that is set during a load is visible, and the load continues`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.keep(
        Store(Library.State()) {
          Reduce<Library.State, Library.Action> { state, action in
            if case .burn = action { state.books.perform(.set(Books.State(titles: "S"))) }
            return .none
          }
          .loadable(state: \.books, action: .books) {
            Books()
          } load: { _, _ in
            Books.State(titles: try await answer())
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.hot("---b") { store.send(.burn) }
      m.expect(store.marks, "nl-s-A")
      m.expectSubscriptions(answer, ["-^---!"])
    }
  }

  @Test func `a failed state restored from a snapshot is loaded by a retry`() {
    marbles { m in
      let answer = m.cold("--A|")
      var state = Library.State()
      state.books = LoadableState(failure: Broken(), of: "sea", previous: .init(titles: "O"))
      #expect(state.books.error == LoadError(Broken()))
      let store = m.keep(
        Store(state) { Library { _, _ in Books.State(titles: try await answer()) } }
      )
      m.hot("-r") { store.send(.books(.retry)) }
      m.expect(store.marks, "Fo-A")
    }
  }

  @Test func `a refresh without an earlier request does nothing`() {
    marbles { m in
      let store = m.libraryStore { _, _ in "A" }
      m.hot("-r") { store.send(.books(.refresh)) }
      m.expect(store.marks, "n")
    }
  }

  @Test func `two features of one type never cancel the loads of each other`() {
    marbles { m in
      let answers = ["x": m.cold("---A|"), "y": m.cold("---B|")]
      let store = m.keep(
        Store(TwoLibraries.State()) {
          let library = Library { genre, _ in Books.State(titles: try await answers[genre]?() ?? "")
          }
          Scope(state: \.left, action: .left) { library }
          Scope(state: \.right, action: .right) { library }
        }
      )
      m.hot("-l") { store.send(.left(.books(.load("x")))) }
      m.hot("--r") { store.send(.right(.books(.load("y")))) }
      m.hot("---c") { store.send(.left(.books(.cancel))) }
      m.expectSubscriptions(answers["x"]!, ["-^-!"])
      m.expectSubscriptions(answers["y"]!, ["--^--!"])
    }
  }

  @Test func `pages at each end are requested with the cursor of that end`() {
    marbles { m in
      let requests = Log<Int?>()
      let store = m.keep(
        Store(Feed.State()) {
          EmptyReducer<Feed.State, Feed.Action>()
            .paged(state: \.rows, action: .rows) { page, _ in
              requests.note(page.cursor)
              let number = page.cursor ?? 0
              return Page([Feed.Row(id: number)], next: number + 1, previous: number - 1)
            }
        }
      )
      for (frame, action) in [Feed.Action.rows(.load), .rows(.previous), .rows(.next)].enumerated()
      {
        m.at(.milliseconds(10 * frame)) { store.send(action) }
      }
      m.at(.milliseconds(50)) {
        #expect(requests.entries == [nil, -1, 1])
        #expect(store.state.rows.value?.map(\.id) == [-1, 0, 1])
      }
    }
  }
}

/// Two libraries.
private enum TwoLibraries {
  struct State: Sendable {
    var left = Library.State()
    var right = Library.State()
  }

  enum Action: Sendable {
    case left(Library.Action)
    case right(Library.Action)
  }
}

extension CasePath<TwoLibraries.Action, Library.Action> {
  fileprivate static let left = Self(TwoLibraries.Action.left) {
    if case .left(let action) = $0 { action } else { nil }
  }
  fileprivate static let right = Self(TwoLibraries.Action.right) {
    if case .right(let action) = $0 { action } else { nil }
  }
}

/// A list with pages at both ends.
private enum Feed {
  struct Row: Sendable, Identifiable {
    let id: Int
  }

  struct State: Sendable {
    var rows = PagedState<NoRequest, Int, Row>()
  }

  enum Action: Sendable {
    case rows(PagingAction<NoRequest, Int, Row>)
  }
}

extension CasePath<Feed.Action, PagingAction<NoRequest, Int, Feed.Row>> {
  fileprivate static let rows = Self(Feed.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}
