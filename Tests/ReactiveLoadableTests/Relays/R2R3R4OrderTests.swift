import ReactiveLoadable
import Testing

@Suite("R2 One total order")
struct R2OrderTests {
  @Test func `all subscribers receive a re-entrant accept in the same order`() {
    let relay = BehaviorRelay(0)
    let (first, second) = (Log<Int>(), Log<Int>())
    let early = relay.sink {
      first.note($0)
      if $0 == 1 { relay.accept(2) }
    }
    let late = relay.sink {
      second.note($0)
      if $0 == 2 { relay.accept(3) }
    }
    relay.accept(1)
    #expect(first.entries == [0, 1, 2, 3])
    #expect(second.entries == [0, 1, 2, 3])
    withExtendedLifetime((early, late)) {}
  }

  @Test func `the value is the last accepted one, even before its delivery`() {
    let relay = BehaviorRelay(0)
    let values = Log<Int>()
    let subscription = relay.sink {
      guard $0 == 1 else { return }
      relay.accept(2)
      relay.accept(3)
      values.note(relay.value)
    }
    relay.accept(1)
    #expect(values.entries == [3])
    #expect(relay.value == 3)
    withExtendedLifetime(subscription) {}
  }
}

@Suite("R3 Queued, delivered by one thread at a time")
struct R3QueueTests {
  @Test func `an accept outside a delivery has been delivered when it returns`() {
    let relay = PublishRelay<Int>()
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    relay.accept(1)
    #expect(log.entries == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `re-entrant accepts are delivered first in, first out`() {
    let relay = PublishRelay<Int>()
    let log = Log<Int>()
    let subscription = relay.sink {
      log.note($0)
      if $0 < 10 { for next in [10 * $0 + 1, 10 * $0 + 2] { relay.accept(next) } }
    }
    relay.accept(1)
    #expect(log.entries == [1, 11, 12])
    withExtendedLifetime(subscription) {}
  }

  @Test func `calls to one subscriber never overlap`() {
    let relay = BehaviorRelay(0)
    let events = Log<String>()
    let subscription = relay.sink {
      events.note("in \($0)")
      if $0 < 3 { relay.accept($0 + 1) }
      events.note("out \($0)")
    }
    #expect(events.entries == (0...3).flatMap { ["in \($0)", "out \($0)"] })
    withExtendedLifetime(subscription) {}
  }

  @Test
  func `an accept inside a replay reaches the others immediately, this subscriber right after`() {
    let relay = BehaviorRelay(0)
    let (others, own) = (Log<Int>(), Log<Int>())
    let other = relay.sink { others.note($0) }
    let seen = Log<[Int]>()
    let subscription = relay.sink {
      own.note($0)
      guard $0 < 3 else { return }
      relay.accept($0 + 1)
      seen.note(others.entries)
    }
    #expect(own.entries == [0, 1, 2, 3])
    #expect(others.entries == [0, 1, 2, 3])
    #expect(seen.entries == [[0, 1], [0, 1, 2], [0, 1, 2, 3]])
    withExtendedLifetime((other, subscription)) {}
  }

  @Test func `a long run of accepts inside a replay is delivered completely`() {
    let relay = BehaviorRelay(0)
    let (others, own) = (Log<Int>(), Log<Int>())
    let other = relay.sink { others.note($0) }
    let subscription = relay.sink {
      own.note($0)
      if $0 < 500 { relay.accept($0 + 1) }
    }
    #expect(own.entries == Array(0...500))
    #expect(others.entries == Array(0...500))
    withExtendedLifetime((other, subscription)) {}
  }
}

@Suite("R4 In the order of subscribing")
struct R4SubscribingOrderTests {
  @Test func `subscribers receive in the order of subscription, also after others have cancelled`()
  {
    let relay = PublishRelay<Int>()
    let order = Log<Int>()
    let join = { (index: Int) in relay.sink { _ in order.note(index) } }
    var subscriptions = (0..<500).map(join)
    for index in stride(from: 0, to: 500, by: 3) { subscriptions[index].cancel() }
    subscriptions += (500..<900).map(join)
    for index in 100..<450 { subscriptions[index].cancel() }
    relay.accept(1)
    let staying = (0..<900).filter { index in
      index >= 500 || (index % 3 != 0 && !(100..<450).contains(index))
    }
    #expect(order.entries == staying)
  }

  @Test func `ten thousand subscribers receive in order`() {
    let relay = BehaviorRelay(0)
    let order = Log<Int>()
    let subscriptions = (0..<10_000).map { index in
      relay.sink { if $0 == 1 { order.note(index) } }
    }
    relay.accept(1)
    #expect(order.entries == Array(0..<10_000))
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `closures and subscribers share one order`() {
    let relay = PublishRelay<Int>()
    let order = Log<String>()
    let closure = relay.sink { _ in order.note("closure") }
    let sink = relay.map { $0 }.sink { _ in order.note("operator") }
    let last = relay.readOnly.sink { _ in order.note("view") }
    relay.accept(1)
    #expect(order.entries == ["closure", "operator", "view"])
    withExtendedLifetime((closure, sink, last)) {}
  }
}
