import CombineShim
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Scoped stores (S9)` {
  @Test func `a part has its own state, and its actions are those of the root`() {
    let store = Store(Pair.State()) { Pair() }
    let left = store.scope(state: \.left, action: .left)
    left.send(.add(2))
    #expect(left.state.count == 2)
    #expect(store.state.left.count == 2)
    #expect(store.state.right.count == 0)
  }

  @Test func `a scoped store publishes only its own changes`() {
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

  @Test func `a part retains its store, and the store retains no part`() {
    var store: Store<Pair.State, Pair.Action>? = Store(Pair.State()) { Pair() }
    let left = Weak(store?.scope(state: \.left, action: .left))
    #expect(left.isReleased)
    let right = store?.scope(state: \.right, action: .right)
    store = nil
    right?.send(.add(1))
    #expect(right?.state.count == 1)
  }

  @Test func `a part of a part is published when it has changed`() {
    let store = Store(Pair.State()) { Pair() }
    let left = store.scope(state: \.left, action: .left)
    let count = left.scope(state: \.count, action: .itself)
    let seen = Log<Int>()
    let subscription = count.states.sink { seen.note($0) }
    count.send(.add(2))
    left.send(.see("x"))
    store.send(.right(.add(1)))
    #expect(seen.entries == [0, 2])
    subscription.cancel()
  }

  @Test func `a part created during a reduction has the reduced state`() {
    let parts = Log<Store<Counter.State, Counter.Action>>()
    let store = Store(Pair.State()) { Pair() }
    let subscription = store.states.sink { [weak store] state in
      if state.left.count == 1, parts.entries.isEmpty, let store {
        store.send(.left(.add(1)))
        parts.note(store.scope(state: \.left, action: .left))
      }
    }
    store.send(.left(.add(1)))
    #expect(parts.entries.first?.states.value.count == 2)
    store.send(.left(.add(1)))
    #expect(parts.entries.first?.states.value.count == 3)
    subscription.cancel()
  }

  @Test func `a part that is changed and restored within an action publishes nothing`() {
    let store = Store(Words.State()) { Words() }
    let part = store.scope(state: \.text, action: .itself)
    let seen = Log<String>()
    let subscription = part.states.sink { seen.note($0) }
    for text in ["a long text that is no small one", "b", "b"] { store.send(text) }
    store.send("a long text that is no small " + "one")
    store.send("a long text " + "that is no small one")
    #expect(
      seen.entries == [
        "", "a long text that is no small one", "b", "a long text that is no small one",
      ]
    )
    subscription.cancel()
  }

  @Test func `a part whose memory is reused for another value publishes that`() {
    let store = Store(Words.State()) { Words() }
    let part = store.scope(state: \.rows, action: .itself)
    let seen = Log<[Int]>()
    let subscription = part.states.sink { seen.note($0) }
    for number in 0..<100 { store.send("\(number)") }
    #expect(seen.entries == [[]] + (0..<100).map { [$0, $0, $0] })
    subscription.cancel()
  }

  @Test func `a computed part is published, too`() {
    let store = Store(Words.State()) { Words() }
    let part = store.scope(state: \.count, action: .itself)
    let seen = Log<Int>()
    let subscription = part.states.sink { seen.note($0) }
    for text in ["a", "b", "cc"] { store.send(text) }
    #expect(seen.entries == [0, 1, 2])
    subscription.cancel()
  }

  @Test func `a released part publishes nothing, and leaves no memory`() {
    let store = Store(Pair.State()) { Pair() }
    let seen = Log<Int>()
    var part: Store<Counter.State, Counter.Action>? = store.scope(state: \.left, action: .left)
    let subscription = part?.states.sink { seen.note($0.count) }
    part = nil
    store.send(.left(.add(1)))
    #expect(seen.entries == [0])
    subscription?.cancel()
  }

  @Test func `a part released before it was read publishes nothing, either`() {
    let store = Store(Pair.State()) { Pair() }
    let seen = Log<Int>()
    var subscriptions: [AnyCancellable?] = []
    let subscription = store.states.dropFirst().sink { [weak store] state in
      guard state.left.count == 1 else { return }
      let part = store?.scope(state: \.left, action: .left)
      subscriptions.append(part?.states.sink { seen.note($0.count) })
    }
    for _ in 1...3 { store.send(.left(.add(1))) }
    #expect(seen.entries == [1])
    #expect(subscriptions.count == 1)
    subscription.cancel()
  }

  @Test func `a part of a few bytes publishes its changes`() {
    let store = Store(Lamps()) {
      Reduce<Lamps, Bool> { lamps, isOn in
        lamps.one = isOn
        lamps.other.isOn = isOn
        return .none
      }
    }
    let seen = Log<Bool>()
    let one = store.scope(state: \.one, action: .itself)
    let other = store.scope(state: \.other, action: .itself)
    let subscriptions = [
      one.states.sink { seen.note($0) }, other.states.sink { seen.note($0.isOn) },
    ]
    for isOn in [true, true, false] { store.send(isOn) }
    #expect(seen.entries == [false, false, true, true, false, false])
    withExtendedLifetime((one, other, subscriptions)) {}
  }

  @Test func `an observer of a part reads the same value in the store`() {
    let store = Store(Pair.State()) { Pair() }
    let left = store.scope(state: \.left, action: .left)
    let found = Log<[Int]>()
    let subscription = left.states.sink { [weak left, weak store] state in
      found.note([state.count, left?.state.count ?? -1, store?.state.left.count ?? -1])
    }
    store.send(.left(.add(1)))
    #expect(found.entries == [[0, 0, 0], [1, 1, 1]])
    subscription.cancel()
  }
}

/// Lamps that are on or off; one also has a number.
private struct Lamps: Sendable {
  struct Lamp: Sendable, Equatable {
    var number = 7
    var isOn = false
  }

  var one = false
  var other = Lamp()
}

/// A text, and rows computed from it.
private struct Words: Reducer {
  struct State: Sendable {
    var text = ""
    var rows: [Int] = []
    var count: Int { text.count }
  }

  func reduce(into state: inout State, _ action: String) -> Effect<String> {
    state.text = action
    state.rows = Int(action).map { [$0, $0, $0] } ?? []
    return .none
  }
}
