import Dispatch
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Parts of a store (S9)` {
  @Test func `a part has its state, and its actions are those of the whole`() {
    let store = Store(Pair.State()) { Pair() }
    let left = store.scope(state: \.left, action: .left)
    left.send(.add(2))
    #expect(left.state.count == 2)
    #expect(store.state.left.count == 2)
    #expect(store.state.right.count == 0)
  }

  @Test func `a part tells its own changes only`() {
    let store = Store(Pair.State()) { Pair() }
    let (left, right) = (
      store.scope(state: \.left, action: .left), store.scope(state: \.right, action: .right)
    )
    let seen = Log<String>()
    let subscriptions = [
      left.states.sink { seen.note("l\($0.count)") },
      right.states.sink { seen.note("r\($0.count)") },
    ]
    left.send(.add(1))
    right.send(.add(1))
    right.send(.add(0))
    #expect(seen.entries == ["l0", "r0", "l1", "r1"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a part keeps its store, and the store keeps no part`() {
    var store: Store<Pair.State, Pair.Action>? = Store(Pair.State()) { Pair() }
    weak let part = store?.scope(state: \.left, action: .left)
    #expect(part == nil)
    let right = store?.scope(state: \.right, action: .right)
    store = nil
    right?.send(.add(1))
    #expect(right?.state.count == 1)
  }

  @Test func `the actions of many parts on many threads stand in one order`() {
    let store = Store(Pair.State()) { Pair() }
    let left = store.scope(state: \.left, action: .left)
    let totals = Log<Int>()
    let subscription = store.states.sink { totals.note($0.left.count) }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 { left.send(.add(1)) }
    }
    #expect(totals.entries == Array(0...2_000))
    #expect(left.states.value.count == 2_000)
    subscription.cancel()
  }
}
