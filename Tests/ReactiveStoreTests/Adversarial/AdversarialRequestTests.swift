import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Random requests, their handles, and the properties to keep of a child.
@Suite struct `Adversarial tests of requests (S11, S14, S15, S8)` {
  @Test func `the properties to keep of a child are also copied to the last partial value`() {
    marbles { m in
      let last = m.cold("--B|")
      let store = m.keep(
        Store(
          Library.State(books: LoadableState(Books.State(titles: "A", request: "mine"), of: "x"))
        ) {
          EmptyReducer<Library.State, Library.Action>()
            .loadable(state: \.books, action: .books, merge: { $0.request = $1.request }) {
              Books()
            } load: { _, _, report in
              report.value(Books.State(titles: "P"))
              return Books.State(titles: try await last())
            }
        }
      )
      m.hot("-r") { store.send(.books(.refresh)) }
      m.expect(
        store.states.map { "\($0.books.latest?.titles ?? "")\($0.books.latest?.request ?? "-")" }
          .removeDuplicates(),
        "'Amine'('Pmine')-'Bmine'"
      )
    }
  }

  @Test(.needsImmediateTasks)
  func `the properties to keep of a child are also copied if it was set`() {
    var library = Library.State()
    library.books = LoadableState(Books.State(titles: "A", request: "mine"), of: "x")
    let store = Store(library) {
      EmptyReducer<Library.State, Library.Action>()
        .loadable(state: \.books, action: .books, merge: { $0.request = $1.request }) {
          Books()
        } load: { request, _ in
          Books.State(titles: request)
        }
    }
    store.send(.books(.load("x")))
    #expect(store.state.books.value == Books.State(titles: "x", request: "mine"))
  }

  @Test func `a request that replaces a loading state waits for the new load`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.keep(
        Store(Library.State()) {
          Reduce<Library.State, Library.Action> { state, action in
            guard case .move(let genre) = action else { return .none }
            state.books = LoadableState()
            state.books.perform(.load(genre))
            return .none
          }
          .loadable(state: \.books, action: .books) {
            Books()
          } load: { _, _ in
            Books.State(titles: try await answer())
          }
        }
      )
      let done = PublishRelay<String>()
      m.hot("-a-b") { genre in
        m.keep(
          Task.startedImmediately {
            await store.send(.move(genre)).finish()
            done.accept(genre)
          }
        )
      }
      m.expect(done, "---a---b")
    }
  }

  @Test func `a request that never starts ends no load of others`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.libraryStore(LoadPolicy(interruption: .ignore)) { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.hot("--o") { store.send(.books(.load("y"))).cancel() }
      m.expect(store.marks, "nl---A")
    }
  }

  @Test(.needsImmediateTasks)
  func `a child's request that an earlier reducer changes during a refresh is loaded`() {
    let requests = Log<String>()
    var library = Library.State()
    library.books = LoadableState(Books.State(titles: "A", request: "a"), of: "a")
    let store = Store(library) {
      Reduce<Library.State, Library.Action> { state, action in
        if case .books(.cancel) = action { state.books.change { $0.request = "b" } }
        return .none
      }
      Library { request, _ in
        requests.note(request)
        return Books.State(titles: request, request: request)
      }
    }
    store.send(.books(.cancel))
    #expect(requests.entries == ["b"])
  }

  @Test(.needsImmediateTasks) func `keys requested concurrently are loaded in that order`() {
    let calls = Log<Int>()
    let gate = Gate()
    let store = Store(LoadableStates<Int, Int>()) {
      Reduce<LoadableStates<Int, Int>, (Int, LoadingAction<NoRequest, Int, Never>)> { states, _ in
        for key in 0..<20 { states[key].perform(.loadIfNeeded) }
        return .none
      }
      .loadable(each: \.self, action: .itself) { key, _ in
        calls.note(key)
        await gate.wait()
        return key
      }
    }
    store.send((0, .loadIfNeeded))
    #expect(calls.entries == Array(0..<20))
    gate.open()
  }

  @Test func `reading a state does not change it`() {
    marbles { m in
      let words = m.cold("-----x|")
      let effect = Effect<Counter.Action>.run { send in
        for await word in words.elements { send(.see(word)) }
      }
      let store = m.keep(
        Store(House()) {
          Reduce<House, House.Action> { house, action in
            switch action {
            case .begin: return effect.map { .guest($0) }
            case .ring: house.rings += 1
            case .guest, .text: break
            }
            return .none
          }
          .ifPresent(\.guest, action: .guest) { Counter() }
          .loadable(state: \.text, action: .text) { request, _ in request }
        }
      )
      m.hot("-b") { store.send(.begin) }
      m.hot("--r") { store.send(.ring) }
      m.at(.milliseconds(30)) {
        #expect(store.state.rings == 1)
        #expect(store.state.guests == 0)
        #expect(store.state.texts == 0)
      }
    }
  }

  @Test(.needsImmediateTasks) func `a key whose first load was cancelled is loaded by a refresh`() {
    let calls = Log<Int>()
    let gate = Gate()
    let store = Store(LoadableStates<Int, Int>()) {
      EmptyReducer<LoadableStates<Int, Int>, (Int, LoadingAction<NoRequest, Int, Never>)>()
        .loadable(each: \.self, action: .itself) { key, _ in
          calls.note(key)
          await gate.wait()
          return key
        }
    }
    store.send((1, .load))
    store.send((1, .cancel))
    store.send((1, .refresh))
    #expect(calls.entries == [1, 1])
    store.send((1, .cancel))
    gate.open()
  }

  @Test(.needsImmediateTasks)
  func `of elements with one id the first one loads, and the others are reported`() {
    let calls = Log<Int>()
    var leaf = Leaf()
    leaf.text.perform(.load("x"))
    let reports = failures {
      let store = Store([leaf, leaf]) {
        EmptyReducer<[Leaf], (Int, Leaf.Action)>()
          .forEach(\.self, action: .itself) {
            EmptyReducer<Leaf, Leaf.Action>()
              .loadable(state: \.text, action: .itself) { name, _ in
                calls.note(1)
                return name
              }
          }
      }
      #expect(store.state.map { $0.text.isLoading } == [false, true])
    }
    #expect(calls.entries == [1])
    #expect(reports.map { $0.text.contains("have the id 1.") } == [true])
  }

  @Test func `a load whose end middleware drops starts again at the next action`() {
    marbles { m in
      let (answer, ends) = (m.cold("-A|"), Log<Void>())
      let uncancellable = Middleware<Library.State, Library.Action> { action, _, next in
        if case .books(.finished) = action { ends.note(()) }
        if case .books(.finished) = action, ends.entries.count == 1 { return }
        next(action)
      }
      let store = m.keep(
        Store(Library.State(), middleware: [uncancellable]) {
          Library { _, _ in Books.State(titles: try await answer()) }
        }
      )
      let done = PublishRelay<String>()
      m.hot("-l") {
        m.keep(
          Task.startedImmediately {
            await store.send(.books(.load("x"))).finish()
            done.accept("d")
          }
        )
      }
      m.hot("-----m") { store.send(.move("right")) }
      m.expect(store.marks, "nl----A")
      m.expect(done, "-----d")
    }
  }
}

private struct Leaf: Sendable, Identifiable {
  typealias Action = LoadingAction<String, String, Never>

  let id = 1
  var text = LoadableState<String, String>()
}

/// Counts the writes of its parts.
private struct House: Sendable {
  enum Action: Sendable {
    case begin
    case ring
    case guest(Counter.Action)
    case text(LoadingAction<String, String, Never>)
  }

  var rings = 0
  var guests = 0
  var texts = 0
  var guest: Counter.State? = Counter.State() { didSet { guests += 1 } }
  var text = LoadableState<String, String>() { didSet { texts += 1 } }
}

extension CasePath<House.Action, Counter.Action> {
  fileprivate static let guest = Self(House.Action.guest) {
    if case .guest(let action) = $0 { action } else { nil }
  }
}

extension CasePath<House.Action, LoadingAction<String, String, Never>> {
  fileprivate static let text = Self(House.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}
