import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Optional state (U5, U6)` {
  private func store(_ guest: Int? = nil) -> Store<Pair.State, Pair.Action> {
    let state = Pair.State(guest: guest.map { Counter.State(count: $0) })
    return Store(state) {
      Pair()
      Reduce { state, action in
        if case .left(.see("invite")) = action { state.guest = Counter.State(count: 10) }
        return .none
      }
    }
  }

  private func guest(
    _ store: Store<Pair.State, Pair.Action>
  ) -> Store<Counter.State, Counter.Action>? {
    store.scope(ifPresent: \.guest, action: .guest)
  }

  @Test func `a store exists while its state does`() {
    let store = store()
    #expect(guest(store) == nil)
    store.send(.left(.see("invite")))
    #expect(guest(store)?.state.count == 10)
    store.send(.dismiss)
    #expect(guest(store) == nil)
  }

  @Test func `it publishes only its own changes`() {
    let store = store(1)
    let (part, seen) = (guest(store), Log<Int>())
    let subscription = part?.states.sink { seen.note($0.count) }
    part?.send(.add(1))
    store.send(.left(.add(1)))
    store.send(.guest(.add(0)))
    #expect(seen.entries == [1, 2])
    subscription?.cancel()
  }

  @Test func `when its state is nil it keeps the last value, and publishes nothing`() {
    let store = store(1)
    let (part, seen) = (guest(store), Log<Int>())
    let subscription = part?.states.sink { seen.note($0.count) }
    part?.send(.add(1))
    store.send(.dismiss)
    store.send(.left(.add(1)))
    #expect(part?.state.count == 2)
    #expect(part?.states.value.count == 2)
    #expect(seen.entries == [1, 2])
    subscription?.cancel()
  }

  @Test func `an action sent to it then is reported as unhandled`() {
    let store = store(1)
    let (part, failures) = (guest(store), Log<String>())
    let subscription = store.failures.sink { error in
      failures.note("\((error as? UnhandledAction)?.action as Any)")
    }
    store.send(.dismiss)
    part?.send(.add(1))
    #expect(failures.entries.count == 1)
    #expect(failures.entries.first?.contains("guest") == true)
    subscription.cancel()
  }

  @Test func `it continues with the next value of its state`() {
    let store = store(1)
    let (part, seen) = (guest(store), Log<Int>())
    let subscription = part?.states.sink { seen.note($0.count) }
    store.send(.dismiss)
    store.send(.left(.see("invite")))
    part?.send(.add(1))
    #expect(seen.entries == [1, 10, 11])
    subscription?.cancel()
  }

  @Test func `the root state may be optional`() {
    let store = Store(Int?.some(1)) {
      Reduce<Int?, Int> { state, action in
        state = action == 0 ? nil : action
        return .none
      }
    }
    let part = store.scope(ifPresent: \.self, action: .itself)
    part?.send(5)
    #expect(part?.state == 5)
    part?.send(0)
    #expect(store.state == nil)
    #expect(part?.state == 5)
  }

  @Test func `parts of a part that is nil publish nothing`() {
    let store = store(1)
    let part = guest(store)
    let (count, seen) = (part?.scope(state: \.count, action: .itself), Log<Int>())
    let subscription = count?.states.sink { seen.note($0) }
    count?.send(.add(1))
    store.send(.dismiss)
    store.send(.left(.add(1)))
    #expect(seen.entries == [1, 2])
    #expect(count?.state == 2)
    subscription?.cancel()
  }

  @Test func `it retains its store, and the store does not retain it`() {
    var store: Store<Pair.State, Pair.Action>? = store(1)
    let dropped = Weak(store.flatMap(guest))
    #expect(dropped.isReleased)
    let part = store.flatMap(guest)
    store = nil
    part?.send(.add(1))
    #expect(part?.state.count == 2)
  }

  @Test func `a scoped store created while its state becomes nil has the last value`() {
    let parts = Log<Store<Counter.State, Counter.Action>?>()
    let store = store(1)
    let subscription = store.states.sink { [weak store] state in
      guard state.left.count == 1, parts.entries.isEmpty, let store else { return }
      store.send(.dismiss)
      parts.note(guest(store))
    }
    store.send(.left(.add(1)))
    #expect(store.state.guest == nil)
    #expect(parts.entries.first??.state.count == 1)
    store.send(.left(.see("invite")))
    #expect(parts.entries.first??.states.value.count == 10)
    subscription.cancel()
  }

  @Test func `no change is missed between creation and the first read`() {
    let parts = Log<Store<Counter.State, Counter.Action>?>()
    let store = store(1)
    let subscription = store.states.sink { [weak store] state in
      guard state.left.count == 1, parts.entries.isEmpty, let store else { return }
      store.send(.guest(.add(1)))
      parts.note(guest(store))
    }
    store.send(.left(.add(1)))
    #expect(parts.entries.first??.states.value.count == 2)
    subscription.cancel()
  }

  @Test func `a part that is not equatable is published at each change, and not when it is nil`() {
    let store = Store(Plain?.some(Plain(number: 1))) {
      Reduce<Plain?, Int> { state, action in
        state = action == 0 ? nil : Plain(number: action)
        return .none
      }
    }
    let part = store.scope(ifPresent: \.self, action: .itself)
    let seen = Log<Int>()
    let subscription = part?.states.sink { seen.note($0.number) }
    for action in [2, 2, 0, 0, 3] { store.send(action) }
    #expect(seen.entries == [1, 2, 2, 3])
    subscription?.cancel()
  }
}

private struct Plain: Sendable {
  var number: Int
}
