import LoadableTesting
import ReactiveStore
import StoreTesting
import Testing

@Suite struct `A test store with middleware (T5)` {
  typealias CounterMiddleware = Middleware<Counter.State, Counter.Action>

  private let twice = CounterMiddleware { action, _, next in
    next(action)
    next(action)
  }
  private let none = CounterMiddleware { _, _, _ in }

  @Test func `the state of a step is that after all actions of the middleware`() {
    marbles { m in
      let store = m.testStore(Counter.State(), middleware: [twice]) {
        Counter(onBegin: .send(.see("a")))
      }
      store.send(.add(1)) { $0.count = 2 }
      store.send(.begin)
      store.receive(.see("a")) { $0.seen = ["a", "a"] }
      store.receive(.see("a")) { $0.seen = ["a", "a", "a", "a"] }
    }
  }

  @Test func `an action that middleware drops is a step without a change`() {
    marbles { m in
      let store = m.testStore(Counter.State(), middleware: [none]) { Counter() }
      store.send(.add(1))
      store.store.send(.add(2))
      store.receive(.add(2))
    }
  }
}
