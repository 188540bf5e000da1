import ReactiveLoadable
import TestSupport
import Testing

@Suite("R12 The relays and their views")
struct R12RelayKindsTests {
  @Test func `all relays and views are sendable`() {
    func take(_: some Sendable) {}
    take(BehaviorRelay(0))
    take(PublishRelay<Int>())
    take(ReplayRelay<Int>(capacity: 1))
    take(BehaviorRelay(0).readOnly)
    take(PublishRelay<Int>().readOnly)
  }

  @Test func `a view follows its relay and reads its value`() {
    let relay = BehaviorRelay(0)
    let view = relay.readOnly
    let log = Log<Int>()
    let subscription = view.sink { log.note($0) }
    relay.accept(1)
    #expect(view.value == 1)
    #expect(log.entries == [0, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a view of a replay relay replays`() {
    let relay = ReplayRelay<Int>(capacity: 2)
    for value in 1...3 { relay.accept(value) }
    let log = Log<Int>()
    let subscription = relay.readOnly.sink { log.note($0) }
    #expect(log.entries == [2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `generic code works for any relay`() {
    func fill(_ relay: some Relay<Int>) { for value in 1...2 { relay.accept(value) } }
    let behaviour = BehaviorRelay(0)
    let replay = ReplayRelay<Int>(capacity: 2)
    fill(behaviour)
    fill(replay)
    let log = Log<Int>()
    let subscription = replay.sink { log.note($0) }
    #expect(behaviour.value == 2)
    #expect(log.entries == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a function can take any relay or view`() {
    let log = Log<String>()
    func follow(_ name: String, _ counts: some RelayPublisher<Int>) -> AnyCancellable {
      counts.sink { log.note("\(name)\($0)") }
    }
    let (behavior, publish) = (BehaviorRelay(1), PublishRelay<Int>())
    let replay = ReplayRelay<Int>(capacity: 2)
    for value in 1...3 { replay.accept(value) }
    let subscriptions = [
      follow("a", behavior), follow("b", behavior.readOnly), follow("c", publish),
      follow("d", publish.readOnly), follow("e", replay), follow("f", replay.readOnly),
    ]
    publish.accept(4)
    #expect(log.entries == ["a1", "b1", "e2", "e3", "f2", "f3", "c4", "d4"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a relay binds to a relay, until the binding is cancelled`() {
    let (source, target) = (BehaviorRelay(1), BehaviorRelay(0))
    let binding = source.bind(to: target)
    source.accept(2)
    #expect(target.value == 2)
    binding.cancel()
    source.accept(3)
    #expect(target.value == 2)
  }

  @Test func `a binding retains its target until it ends`() {
    let source = BehaviorRelay(1)
    var target: BehaviorRelay<Int>? = BehaviorRelay(0)
    let gone = Weak(target)
    let binding = target.map { source.bind(to: $0) }
    target = nil
    #expect(!gone.isReleased)
    binding?.cancel()
    #expect(gone.isReleased)
  }
}

@Suite("R12 Two-way binding")
struct TwoWayBindingTests {
  private let left = BehaviorRelay(1)
  private let right = BehaviorRelay(2)
  private let lefts = Log<Int>()
  private let rights = Log<Int>()

  @Test func `the left side wins at the start`() {
    let binding = left.bindTwoWay(to: right)
    #expect(left.value == 1)
    #expect(right.value == 1)
    withExtendedLifetime(binding) {}
  }

  @Test func `a change is copied once, without an echo`() {
    let logging = [
      left.sink { [lefts] in lefts.note($0) }, right.sink { [rights] in rights.note($0) },
    ]
    let binding = left.bindTwoWay(to: right)
    left.accept(3)
    right.accept(4)
    #expect(lefts.entries == [1, 3, 4])
    #expect(rights.entries == [2, 1, 3, 4])
    withExtendedLifetime((logging, binding)) {}
  }

  @Test func `accepting an equal value is not copied`() {
    let binding = left.bindTwoWay(to: right)
    let logging = right.sink { [rights] in rights.note($0) }
    left.accept(1)
    #expect(rights.entries == [1])
    withExtendedLifetime((logging, binding)) {}
  }

  @Test func `a correction inside a subscriber of one side reaches the other`() {
    let binding = left.bindTwoWay(to: right)
    let correcting = right.sink { [right] in if $0 > 10 { right.accept(10) } }
    left.accept(99)
    #expect(left.value == 10)
    #expect(right.value == 10)
    withExtendedLifetime((binding, correcting)) {}
  }

  @Test func `if both sides change in one callback, the left one wins`() {
    let binding = left.bindTwoWay(to: right)
    let trigger = PublishRelay<Int>()
    let early = left.sink { [left, right] in
      guard $0 == 50 else { return }
      right.accept(7)
      left.accept(8)
    }
    let feeding = trigger.bind(to: left)
    trigger.accept(50)
    #expect(left.value == right.value)
    withExtendedLifetime((binding, early, feeding)) {}
  }

  @Test func `cancelling leaves both sides independent`() {
    left.bindTwoWay(to: right).cancel()
    left.accept(5)
    right.accept(6)
    #expect(left.value == 5)
    #expect(right.value == 6)
  }

  @Test func `a binding retains neither side`() {
    var (one, two): (BehaviorRelay<Int>?, BehaviorRelay<Int>?) = (
      BehaviorRelay(1), BehaviorRelay(2)
    )
    let (first, second) = (Weak(one), Weak(two))
    let binding = two.flatMap { one?.bindTwoWay(to: $0) }
    one = nil
    #expect(first.isReleased)
    two?.accept(3)
    #expect(two?.value == 3)
    two = nil
    #expect(second.isReleased)
    withExtendedLifetime(binding) {}
  }

  @Test func `binding a relay to itself does nothing`() {
    let binding = left.bindTwoWay(to: left)
    left.accept(2)
    #expect(left.value == 2)
    withExtendedLifetime(binding) {}
  }

  @Test func `a value that does not equal itself is copied once each time`() {
    let (left, right) = (BehaviorRelay(Double.nan), BehaviorRelay(1.0))
    let accepts = Box(0)
    // An echo would be endless; equal values on both sides end it, so that the test can fail.
    let limiting = [left, right].map { relay in
      relay.dropFirst().sink { _ in
        accepts.value += 1
        guard accepts.value % 100 == 0 else { return }
        left.accept(0)
        right.accept(0)
      }
    }
    let binding = left.bindTwoWay(to: right)
    #expect(accepts.value == 1)
    #expect(right.value.isNaN)
    right.accept(.nan)
    #expect(accepts.value == 3)
    right.accept(2)
    #expect(left.value == 2)
    #expect(accepts.value == 5)
    withExtendedLifetime((limiting, binding)) {}
  }
}
