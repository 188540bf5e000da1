import Foundation
import MarbleTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Attacks on scopes, overlaps and wishes, for the third time.
@Suite struct `Third siege of stores (S5 to S9, F1 to F5)` {
  @Test func `what is run in a part that has gone ends at once`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Pair.State(guest: Counter.State())) { Pair() })
      let guest = m.keep(store.scope(ifPresent: \.guest, action: .guest))
      m.hot("-d") { store.send(.dismiss) }
      m.hot("--g") { guest?.run(Hear { try await words() }) }
      m.at(.milliseconds(90)) { #expect(store.state.guest == nil) }
      m.expectSubscriptions(words, ["--(^!)"])
    }
  }

  @Test func `an effect that two reducers return begins once if it is not to begin beside itself`()
  {
    let begun = Log<Void>()
    let gate = Gate()
    let work = Effect<Counter.Action>.run { _ in
      begun.note(())
      await gate.wait()
    }
    .cancellable(id: "work", overlap: .ignoring)
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
    }
    store.send(.begin)
    #expect(begun.entries.count == 1)
    gate.open()
  }

  @Test func `an effect that two reducers return takes its own place`() {
    let begun = Log<Void>()
    let ended = Log<Void>()
    let gate = Gate()
    let work = Effect<Counter.Action>.run { _ in
      begun.note(())
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        ended.note(())
      }
    }
    .cancellable(id: "work", overlap: .replacing)
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
    }
    store.send(.begin)
    #expect(begun.entries.count - ended.entries.count == 1)
    gate.open()
  }

  @Test func `an id is that of its type`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(
        Store(Counter.State()) {
          Reduce<Counter.State, Counter.Action> { _, action in
            switch action {
            case .begin:
              .run { send in send(.see(try await words())) }.cancellable(id: 1)
            case .stop: .cancel(id: 1.0)
            case .add, .see: .none
            }
          }
        }
      )
      m.hot("-bs", ["b": .begin, "s": .stop]) { store.send($0) }
      m.expectSubscriptions(words, ["-^--!"])
    }
  }

  @Test func `what a part runs goes on while the part stays, whatever way it is reached`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Pair.State(guest: Counter.State())) { Pair() })
      let guest = m.keep(store.scope(state: \.guest, action: .guest))
      m.hot("-g") {
        guest.scope(ifPresent: \.self, action: .itself)?.run(Hear { try await words() })
      }
      m.hot("--a") { store.send(.left(.add(1))) }
      m.expectSubscriptions(words, ["-^--!"])
    }
  }

  @Test func `what an element runs ends when it goes, whatever way it is reached`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Team.State(rows: [Player(id: 1)])) { Team() })
      let rows = m.keep(store.scope(state: \.rows, action: .row))
      m.hot("-g") {
        rows.scope(each: \.self, id: 1, action: .itself)?.run(Play { try await words() })
      }
      m.hot("--d") { store.send(.clear) }
      m.expectSubscriptions(words, ["-^!"])
    }
  }

  @Test func `a wish that a wish brings about is loaded before that has come`() {
    let (requests, gate) = (Log<String>(), Gate())
    let store = Store(Outer.State()) {
      EmptyReducer<Outer.State, Outer.Action>()
        .loadable(
          state: \.middle,
          action: .middle,
          policy: LoadPolicy(previous: .always),
          request: { $0.books.request }
        ) {
          EmptyReducer<Middle.State, Middle.Action>()
            .loadable(
              state: \.books,
              action: .books,
              policy: LoadPolicy(previous: .always),
              request: \.wish
            ) {
              Books()
            } load: { genre, _ in
              await gate.wait()
              return Books.State(titles: genre, wish: genre)
            }
        } load: { genre, _ in
          requests.note(genre)
          return Middle.State(
            books: LoadableState(Books.State(titles: genre, wish: genre), of: genre)
          )
        }
    }
    store.send(.middle(.load("a")))
    store.send(.middle(.loaded(.books(.loaded(.choose("b"))))))
    #expect(requests.entries == ["a", "b"])
    gate.open()
  }

  @Test func `a wish that came while another load went on is not forgotten when that fails`() {
    marbles { m in
      let requests = Log<String>()
      let failing = m.cold("--#", failure: Broken())
      let policy = LoadPolicy(previous: .always, interruption: .ignore)
      let store = m.keep(
        Store(Library.State(books: LoadableState(Books.State(titles: "A", wish: "a"), of: "a"))) {
          Library(policy: policy) { genre, _ in
            requests.note(genre)
            if genre == "c" { _ = try await failing() }
            return Books.State(titles: genre, wish: genre)
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("c"))) }
      m.hot("--w") { store.send(.books(.loaded(.choose("b")))) }
      m.at(.milliseconds(90)) { #expect(requests.entries == ["c", "b"]) }
    }
  }

  @Test func `what a child runs goes on while that shows, whatever way it is reached`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(
        Store(Shop.State(counter: LoadableState(Counter.State(), of: "a"))) { Shop() }
      )
      let counter = m.keep(store.scope(state: \.counter, action: .counter))
      m.hot("-g") {
        counter.scope(ifPresent: \.latest, action: .child)?.run(Hear { try await words() })
      }
      m.hot("--a") { store.send(.counter(.loaded(.add(1)))) }
      m.expectSubscriptions(words, ["-^--!"])
    }
  }

  @Test func `a wish that has changed is loaded, also if it was the last that failed`() {
    let requests = Log<String>()
    let failed = LoadableState<String, Books.State>(
      failure: Broken(),
      of: "b",
      previous: Books.State(titles: "A")
    )
    let store = Store(Library.State(books: failed)) {
      Library { genre, _ in
        requests.note(genre)
        return Books.State(titles: genre, wish: genre)
      }
    }
    store.send(.books(.loaded(.choose("b"))))
    #expect(requests.entries == ["b"])
  }

  @Test func `many effects that begin together in the place of others begin soon`() async {
    await #expect(processExitsWith: .success) {
      alarm(20)
      let store = Store(Counter.State()) {
        Reduce<Counter.State, Counter.Action> { _, action in
          guard action == .begin else { return .none }
          return .merge((0..<2_000).map { .send(.add($0)) })
            .cancellable(id: "work", overlap: .replacing)
        }
        Counter()
      }
      await store.send(.begin).finish()
      precondition(store.state.count == 1_999_000)
    }
  }

  @Test func `a key whose end middleware drops is loaded again at the next action`() {
    let (calls, dropped) = (Log<Int>(), Log<Int>())
    let deaf = Middleware<Keys.State, Keys.Action> { action, _, next in
      if case .values(let key, .finished) = action, dropped.entries.isEmpty {
        return dropped.note(key)
      }
      next(action)
    }
    let store = Store(Keys.State(), middleware: [deaf]) { Keys { calls.note($0) } }
    store.send(.values(7, .load))
    store.send(.note)
    #expect(calls.entries == [7, 7])
    #expect(store.state.values[7].value == "7")
  }

  @Test func `a key that goes back to the time before its end is loaded again`() {
    marbles { m in
      let (first, second) = (m.cold("---#", failure: Broken()), m.cold("-B|"))
      let calls = Log<Int>()
      let store = m.keep(
        Store(Keys.State()) {
          Reduce<Keys.State, Keys.Action> { state, action in
            switch action {
            case .note: state.before = state.values
            case .values(_, .finished):
              if let before = state.before.take() { state.values = before }
            case .values, .forget: break
            }
            return .none
          }
          .loadable(each: \.values, action: .values) { key, _ in
            calls.note(key)
            return try await calls.entries.count == 1 ? first() : second()
          }
        }
      )
      m.hot("-l") { store.send(.values(7, .load)) }
      m.hot("--n") { store.send(.note) }
      m.expect(store.states.map { $0.values[7].value ?? "n" }.removeDuplicates(), "n----B")
    }
  }
}

/// Sends what it heard.
private struct Hear: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    store.send(.see(try await answer()))
  }
}

private struct HearOne: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(
    in store: ActionContext<
      LoadableState<NoRequest, String>, LoadingAction<NoRequest, String, Never>
    >
  ) async throws { _ = try await answer() }
}

/// A pair in a house.
private struct House: Reducer {
  struct State: Sendable {
    var pair = Pair.State()
  }

  enum Action: Sendable {
    case pair(Pair.Action)
  }

  var body: some Reducer<State, Action> { Scope(state: \.pair, action: .pair) { Pair() } }
}

extension CasePath<House.Action, Pair.Action> {
  fileprivate static let pair = Self(House.Action.pair) {
    if case .pair(let action) = $0 { action } else { nil }
  }
}

extension CasePath<House.Action, Counter.Action> {
  fileprivate static let left = Self({ House.Action.pair(.left($0)) }) {
    if case .pair(.left(let action)) = $0 { action } else { nil }
  }
  fileprivate static let guest = Self({ House.Action.pair(.guest($0)) }) {
    if case .pair(.guest(let action)) = $0 { action } else { nil }
  }
}

/// What shows books, and is shown itself.
private enum Middle {
  struct State: Sendable {
    var books = LoadableState<String, Books.State>()
  }

  enum Action: Sendable {
    case books(LoadingAction<String, Books.State, Books.Action>)
  }
}

extension CasePath<Middle.Action, LoadingAction<String, Books.State, Books.Action>> {
  fileprivate static let books = Self(Middle.Action.books) {
    if case .books(let action) = $0 { action } else { nil }
  }
}

private enum Outer {
  struct State: Sendable {
    var middle = LoadableState<String, Middle.State>()
  }

  enum Action: Sendable {
    case middle(LoadingAction<String, Middle.State, Middle.Action>)
  }
}

extension CasePath<Outer.Action, LoadingAction<String, Middle.State, Middle.Action>> {
  fileprivate static let middle = Self(Outer.Action.middle) {
    if case .middle(let action) = $0 { action } else { nil }
  }
}

private struct Row: Sendable, Identifiable, Equatable {
  let id: Int
  var text = ""
}

/// Values by keys.
private struct Keys: Reducer {
  struct State: Sendable {
    var values = LoadableStates<Int, String>()
    var before: LoadableStates<Int, String>?
  }

  enum Action: Sendable {
    case values(Int, LoadingAction<NoRequest, String, Never>)
    case forget
    case note
  }

  var willLoad: @Sendable (Int) -> Void = { _ in }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .forget = action { state.values.remove(7) }
      return .none
    }
    .loadable(each: \.values, action: .values) { [willLoad] key, _ in
      willLoad(key)
      return "\(key)"
    }
  }
}

extension CasePath<Keys.Action, (Int, LoadingAction<NoRequest, String, Never>)> {
  fileprivate static let values = Self({ Keys.Action.values($0.0, $0.1) }) {
    if case .values(let key, let action) = $0 { (key, action) } else { nil }
  }
}

/// Players in a row.
private struct Team: Reducer {
  struct State: Sendable {
    var rows: [Player] = []
  }

  enum Action: Sendable {
    case row(Int, Counter.Action)
    case clear
  }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .clear = action { state.rows = [] }
      return .none
    }
    .forEach(\.rows, action: .row) { EmptyReducer() }
  }
}

private struct Player: Sendable, Identifiable, Equatable {
  let id: Int
}

extension CasePath<Team.Action, (Int, Counter.Action)> {
  fileprivate static let row = Self({ Team.Action.row($0.0, $0.1) }) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }
}

private struct Play: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Player, Counter.Action>) async throws { _ = try await answer() }
}

/// A counter that is loaded.
private struct Shop: Reducer {
  struct State: Sendable {
    var counter = LoadableState<String, Counter.State>()
  }

  enum Action: Sendable {
    case counter(LoadingAction<String, Counter.State, Counter.Action>)
  }

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .loadable(state: \.counter, action: .counter) {
        Counter()
      } load: { _, _ in
        Counter.State()
      }
  }
}

extension CasePath<Shop.Action, LoadingAction<String, Counter.State, Counter.Action>> {
  fileprivate static let counter = Self(Shop.Action.counter) {
    if case .counter(let action) = $0 { action } else { nil }
  }
}

extension CasePath<LoadingAction<String, Counter.State, Counter.Action>, Counter.Action> {
  fileprivate static let child = Self({ .loaded($0) }) {
    if case .loaded(let action) = $0 { action } else { nil }
  }
}
