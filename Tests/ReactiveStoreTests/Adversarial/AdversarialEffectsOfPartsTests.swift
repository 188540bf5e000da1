import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Effects of parts, ids, and effects that start together.
@Suite struct `Adversarial tests of effects in parts (S5, S6)` {
  @Test func `an effect in a removed part ends immediately`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Pair.State(guest: Counter.State())) { Pair() })
      let guest = m.keep(store.scope(ifPresent: \.guest, action: .guest))
      m.hot("-d") { store.send(.dismiss) }
      m.hot("--g") { guest?.run(Receive { try await words() }) }
      m.at(.milliseconds(90)) { #expect(store.state.guest == nil) }
      m.expectSubscriptions(words, ["--(^!)"])
    }
  }

  @Test(.needsImmediateTasks)
  func `an effect that two reducers return starts once if a second start is ignored`() {
    let begun = Log<Void>()
    let gate = Gate()
    let work = Effect<Counter.Action>.run { _ in
      begun.note(())
      await gate.wait()
    }
    .cancellable(id: "work", overlap: .ignore)
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
    }
    store.send(.begin)
    #expect(begun.entries.count == 1)
    gate.open()
  }

  @Test(.needsImmediateTasks) func `an effect that two reducers return replaces itself`() {
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
    .cancellable(id: "work", overlap: .replace)
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
      Reduce<Counter.State, Counter.Action> { _, action in action == .begin ? work : .none }
    }
    store.send(.begin)
    #expect(begun.entries.count - ended.entries.count == 1)
    gate.open()
  }

  @Test func `ids of different types differ`() {
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

  @Test func `effects of a part continue while it exists, whatever key path reaches it`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Pair.State(guest: Counter.State())) { Pair() })
      let guest = m.keep(store.scope(state: \.guest, action: .guest))
      m.hot("-g") {
        guest.scope(ifPresent: \.self, action: .itself)?.run(Receive { try await words() })
      }
      m.hot("--a") { store.send(.left(.add(1))) }
      m.expectSubscriptions(words, ["-^--!"])
    }
  }

  @Test func `effects of an element end with it, whatever key path reaches it`() {
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

  @Test func `effects of a child continue while it is visible, whatever key path reaches it`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(
        Store(Shop.State(counter: LoadableState(Counter.State(), of: "a"))) { Shop() }
      )
      let counter = m.keep(store.scope(state: \.counter, action: .counter))
      m.hot("-g") {
        counter.scope(ifPresent: \.latest, action: .child)?.run(Receive { try await words() })
      }
      m.hot("--a") { store.send(.counter(.loaded(.add(1)))) }
      m.expectSubscriptions(words, ["-^--!"])
    }
  }

  #if os(macOS) || os(Linux)
  @Test func `many effects that replace others together start quickly`() async {
    await #expect(processExitsWith: .success) {
      alarm(20)
      let store = Store(Counter.State()) {
        Reduce<Counter.State, Counter.Action> { _, action in
          guard action == .begin else { return .none }
          return .merge((0..<2_000).map { .send(.add($0)) })
            .cancellable(id: "work", overlap: .replace)
        }
        Counter()
      }
      await store.send(.begin).finish()
      precondition(store.state.count == 1_999_000)
    }
  }
  #endif
}

/// Sends the received value.
private struct Receive: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    store.send(.see(try await answer()))
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
