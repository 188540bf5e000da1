import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Loads follow the state (S11, S8)` {
  @Test func `a loading state set by any reducer starts a load, and its end cancels it`() {
    marbles { m in
      let answers = ["old": m.cold("---A|"), "new": m.cold("---B|")]
      let store = m.keep(
        Store(Library.State()) {
          Library { genre, _ in Books.State(titles: try await answers[genre]?() ?? "") }
          // A reducer outside the one that loads the books.
          Reduce { state, action in
            if case .burn = action { state.books.perform(.load("new")) }
            if case .move = action { state.books = LoadableState() }
            return .none
          }
        }
      )
      m.hot("-l-----l") { store.send(.books(.load("old"))) }
      m.hot("--b") { store.send(.burn) }
      m.hot("--------m") { store.send(.move("right")) }
      m.expect(store.marks, "nl---B-ln")
      m.expectSubscriptions(answers["old"]!, ["-^!", "-------^!"])
    }
  }

  @Test func `a store immediately loads its initial loading state`() {
    marbles { m in
      let answer = m.cold("--A|")
      var state = Library.State()
      state.books.perform(.load("sea"))
      let store = m.keep(
        Store(state) { Library { _, _ in Books.State(titles: try await answer()) } }
      )
      m.expect(store.marks, "l-A")
    }
  }

  @Test func `the load of a removed part is cancelled`() {
    marbles { m in
      let answer = m.cold("------A|")
      let store = m.keep(
        Store(Shop.State()) {
          Reduce<Shop.State, Shop.Action> { state, action in
            if case .close = action { state.library = nil }
            return .none
          }
          .ifPresent(\.library, action: .library) {
            Library { _, _ in Books.State(titles: try await answer()) }
          }
        }
      )
      m.hot("-l") { store.send(.library(.open("sea"))) }
      m.hot("---c") { store.send(.close) }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `a loaded child has its own loads, which end with it`() {
    marbles { m in
      let (outer, inner) = (m.cold("-A|"), m.cold("------B|"))
      let store = m.keep(
        Store(City.State()) {
          EmptyReducer<City.State, City.Action>()
            .loadable(state: \.library, action: .library) {
              Library { _, _ in Books.State(titles: try await inner()) }
            } load: { _, _ in
              Library.State(shelf: try await outer())
            }
        }
      )
      m.hot("-l") { store.send(.library(.load("x"))) }
      m.hot("---o") { store.send(.library(.loaded(.open("sea")))) }
      m.hot("-----r") { store.send(.library(.reset)) }
      m.expectSubscriptions(outer, ["-^!"])
      m.expectSubscriptions(inner, ["---^-!"])
    }
  }

  @Test func `a new child's loading state is loaded immediately`() {
    marbles { m in
      let inner = m.cold("--B|")
      let store = m.keep(
        Store(City.State()) {
          EmptyReducer<City.State, City.Action>()
            .loadable(state: \.library, action: .library) {
              Library { _, _ in Books.State(titles: try await inner()) }
            } load: { _, _ in
              var library = Library.State()
              library.books.perform(.load("sea"))
              return library
            }
        }
      )
      m.hot("-l") { store.send(.library(.load("x"))) }
      m.expect(reading: { store.state.library.value?.books.value?.titles ?? "n" }, "n--B")
    }
  }

  @Test func `releasing a store cancels its loads`() {
    marbles { m in
      let answer = m.cold("------A|")
      let owner = Owned(
        Store(Library.State()) {
          Library { _, _ in Books.State(titles: try await answer()) }
        }
      )
      m.hot("-l") { owner.object?.send(.books(.load("sea"))) }
      m.at(.milliseconds(30)) { owner.object = nil }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `finish waits for the load of a send, including a joined load`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.libraryStore { _, _ in try await answer() }
      let done = PublishRelay<String>()
      for (diagram, name) in [("-l", "a"), ("---l", "b")] {
        m.hot(diagram) {
          m.keep(
            Task.startedImmediately {
              await store.send(.books(.load("sea"))).finish()
              done.accept(name)
            }
          )
        }
      }
      m.expect(done, "-----(ab)")
      m.expectSubscriptions(answer, ["-^---!"])
    }
  }

  @Test func `cancelling the handle of a send cancels its load, and restores the state`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.libraryStore { _, _ in try await answer() }
      let tasks = Log<StoreTask>()
      m.hot("-l") { tasks.note(store.send(.books(.load("sea")))) }
      m.at(.milliseconds(30)) { tasks.entries.first?.cancel() }
      m.expect(store.marks, "nl-n")
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `requests of two copies of one state are distinguished`() {
    marbles { m in
      let answers = ["x": m.cold("---A|"), "y": m.cold("---B|")]
      let first = Library.State()
      let store = m.keep(
        Store(first) {
          Library { genre, _ in Books.State(titles: try await answers[genre]?() ?? "") }
          Reduce { state, action in
            // A copy of the state before the load, which starts another one.
            if case .burn = action { state.books = first.books }
            if case .burn = action { state.books.perform(.load("y")) }
            return .none
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.hot("--b") { store.send(.burn) }
      m.expect(store.marks, "nl---B")
    }
  }

  @Test func `an action that requests no load waits for none, and cancels none`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.libraryStore { _, _ in try await answer() }
      let done = PublishRelay<String>()
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("--m") {
        let task = store.send(.move("right"))
        m.keep(
          Task.startedImmediately {
            await task.finish()
            done.accept("m")
            task.cancel()
          }
        )
      }
      m.expect(done, "--m")
      m.expect(store.marks, "nl---A")
    }
  }

  @Test func `an action whose reducer requests a running load waits for it`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.libraryStore { _, _ in try await answer() }
      let done = PublishRelay<String>()
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("---o") {
        m.keep(
          Task.startedImmediately {
            await store.send(.open("sea")).finish()
            done.accept("o")
          }
        )
      }
      m.expect(done, "-----o")
      m.expectSubscriptions(answer, ["-^---!"])
    }
  }
}

/// An optional library.
private enum Shop {
  struct State: Sendable {
    var library: Library.State? = Library.State()
  }

  enum Action: Sendable {
    case library(Library.Action)
    case close
  }
}

extension CasePath<Shop.Action, Library.Action> {
  fileprivate static let library = Self(Shop.Action.library) {
    if case .library(let action) = $0 { action } else { nil }
  }
}

/// A loadable library.
private enum City {
  struct State: Sendable {
    var library = LoadableState<String, Library.State>()
  }

  enum Action: Sendable {
    case library(LoadingAction<String, Library.State, Library.Action>)
  }
}

extension CasePath<City.Action, LoadingAction<String, Library.State, Library.Action>> {
  fileprivate static let library = Self(City.Action.library) {
    if case .library(let action) = $0 { action } else { nil }
  }
}
