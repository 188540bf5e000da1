import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// One order for all actions.
@Suite struct `Sending actions (S1 to S3)` {
  @Test func `a change is visible when send returns`() {
    let store = Store(Counter.State()) { Counter() }
    store.send(.add(2))
    store.send(.add(3))
    #expect(store.state.count == 5)
  }

  @Test func `an observer receives the current state, then each change`() {
    let store = Store(Counter.State()) { Counter() }
    let counts = Log<Int>()
    let subscription = store.states.sink { counts.note($0.count) }
    store.send(.add(1))
    store.send(.add(1))
    #expect(counts.entries == [0, 1, 2])
    subscription.cancel()
  }

  @Test func `an action that an observer sends follows the state that it received`() {
    let store = Store(Counter.State()) { Counter() }
    let seen = Log<[String]>()
    let first = store.states.sink { [weak store] state in
      if state.seen == ["a"] { store?.send(.see("b")) }
    }
    let second = store.states.sink { seen.note($0.seen) }
    store.send(.see("a"))
    #expect(seen.entries == [[], ["a"], ["a", "b"]])
    #expect(store.state.seen == ["a", "b"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an action that a reducer sends follows the one that it reduces`() {
    let box = Lookup()
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { state, action in
        if action == .begin { box.store?.send(.see("inner")) }
        if action == .begin { state.seen.append("outer") }
        return .none
      }
      Counter()
    }
    box.store = store
    store.send(.begin)
    #expect(store.state.seen == ["outer", "inner"])
  }

  // MARK: Middleware

  @Test func `middleware passes on the same, another action, several or none`() {
    let log = Log<String>()
    let store = Store(
      Counter.State(),
      middleware: [
        Middleware<Counter.State, Counter.Action> { action, state, next in
          let before = state().count
          next(action)
          log.note("\(action): \(before) -> \(state().count)")
        },
        Middleware<Counter.State, Counter.Action> { action, _, next in
          switch action {
          case .add(0): break
          case .add(let number) where number > 10:
            next(.add(10))
            next(.add(number - 10))
          case .add, .see, .begin, .stop: next(action)
          }
        },
      ]
    ) { Counter() }
    for number in [1, 0, 15] { store.send(.add(number)) }
    #expect(store.state.count == 16)
    #expect(log.entries == ["add(1): 0 -> 1", "add(0): 1 -> 1", "add(15): 1 -> 16"])
  }
}

/// A reference to a store for its reducer.
private final class Lookup: @unchecked Sendable {
  // SAFETY: used by one thread.
  weak var store: Store<Counter.State, Counter.Action>?
}
