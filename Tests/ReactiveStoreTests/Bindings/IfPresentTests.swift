import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Parts that may not be there (U5, U6)` {
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

  @Test func `there is a store while there is a part`() {
    let store = store()
    #expect(guest(store) == nil)
    store.send(.left(.see("invite")))
    #expect(guest(store)?.state.count == 10)
    store.send(.dismiss)
    #expect(guest(store) == nil)
  }

  @Test func `it tells its own changes only`() {
    let store = store(1)
    let (part, seen) = (guest(store), Log<Int>())
    let subscription = part?.states.sink { seen.note($0.count) }
    part?.send(.add(1))
    store.send(.left(.add(1)))
    store.send(.guest(.add(0)))
    #expect(seen.entries == [1, 2])
    subscription?.cancel()
  }

  @Test func `when the part has gone it stays as it was, and tells nothing`() {
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

  @Test func `what it sends then is told as unhandled`() {
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

  @Test func `it goes on with the part that comes after it`() {
    let store = store(1)
    let (part, seen) = (guest(store), Log<Int>())
    let subscription = part?.states.sink { seen.note($0.count) }
    store.send(.dismiss)
    store.send(.left(.see("invite")))
    part?.send(.add(1))
    #expect(seen.entries == [1, 10, 11])
    subscription?.cancel()
  }

  @Test func `the state itself may be what is not there`() {
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

  @Test func `parts of a part that has gone are told nothing`() {
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

  @Test func `it keeps its store, and the store does not keep it`() {
    var store: Store<Pair.State, Pair.Action>? = store(1)
    let dropped = Weak(store.flatMap(guest))
    #expect(dropped.isReleased)
    let part = store.flatMap(guest)
    store = nil
    part?.send(.add(1))
    #expect(part?.state.count == 2)
  }

  @Test func `a part that is taken while it goes has what was seen`() {
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

  @Test func `no change is missed between the making and the first look`() {
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

  @Test func `a part that cannot be compared is told at each change, and not when it has gone`() {
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
