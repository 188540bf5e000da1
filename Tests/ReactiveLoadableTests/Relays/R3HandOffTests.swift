import LoadableTesting
import ReactiveLoadable
import Synchronization
import Testing

/// A subscriber during each of whose calls another thread accepts the next value.
@Suite("R3 A new subscriber that is slower than the producer")
struct R3HandOffTests {
  private let relay = BehaviorRelay(0)
  private let log = Log<Int>()
  private static let last = 500

  /// Receives a value, and does not return before another thread has accepted the next one.
  private func receive(_ value: Int) {
    log.note(value)
    if value < Self.last { elsewhere { [relay] in relay.accept(value + 1) } }
    if value == Self.last { end.open() }
  }

  private let end = Gate()

  private func elsewhere(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

  @Test func `a sink returns, and a task delivers the rest if no accept does`() async {
    let subscription = relay.sink { receive($0) }
    let seen = log.entries.count
    await end.wait()
    #expect(seen < 100)
    #expect(log.entries == Array(0...Self.last))
    withExtendedLifetime(subscription) {}
  }

  @Test func `a task delivers a long backlog in several turns`() async {
    let accepted = Atomic<Int>(0)
    let subscription = relay.sink { [relay, log, end] value in
      log.note(value)
      elsewhere {
        for _ in 0..<4 {
          let next = accepted.add(1, ordering: .relaxed).newValue
          if next <= Self.last { relay.accept(next) }
        }
      }
      if value == Self.last { end.open() }
    }
    let seen = log.entries.count
    await end.wait()
    #expect(seen < 100)
    #expect(log.entries == Array(0...Self.last))
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscribe returns under constant accepts`() async {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }) { receive($0) }
    relay.subscribe(sink)
    let seen = log.entries.count
    await end.wait()
    #expect(seen < 100)
    #expect(log.entries == Array(0...Self.last))
    sink.cancel()
  }

  @Test func `a request returns under constant accepts`() async {
    let subscriber = Requesting { receive($0) }
    relay.subscribe(subscriber)
    #expect(log.entries.isEmpty)
    subscriber.subscription?.request(.unlimited)
    let seen = log.entries.count
    await end.wait()
    #expect(seen < 100)
    #expect(log.entries == Array(0...Self.last))
    subscriber.subscription?.cancel()
  }

  @Test func `a subscribe that demands one value at a time returns under constant accepts`() async {
    let subscriber = OneAtATime(first: 1) { receive($0) }
    relay.subscribe(subscriber)
    let seen = log.entries.count
    await end.wait()
    #expect(seen < 100)
    #expect(log.entries == Array(0...Self.last))
    subscriber.subscription?.cancel()
  }

  @Test func `a request for one value at a time returns under constant accepts`() async {
    let subscriber = OneAtATime(first: 0) { receive($0) }
    relay.subscribe(subscriber)
    subscriber.subscription?.request(.max(1))
    let seen = log.entries.count
    await end.wait()
    #expect(seen < 100)
    #expect(log.entries == Array(0...Self.last))
    subscriber.subscription?.cancel()
  }

  /// In a marble run no task runs before the body returns.
  @Test func `the next accept delivers the rest, in order, before it returns`() {
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      let early = Log<Int>()
      m.keep(relay.sink { early.note($0) })
      let subscription = m.keep(
        relay.sink { value in
          log.note(value)
          if value < 100 { elsewhere { [relay] in relay.accept(value + 1) } }
        }
      )
      let seen = log.entries.count
      #expect(seen < 100)
      relay.accept(1_000)
      #expect(early.entries.contains(1_000))
      #expect(early.entries.last == 100)
      #expect(log.entries == early.entries)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `a relay released with queued values delivers them, then the completion`() {
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      let events = Log<String>()
      let owner = Box<BehaviorRelay<Int>?>(BehaviorRelay(0))
      let subscription = owner.value?.sink(
        receiveCompletion: { _ in events.note("finished") },
        receiveValue: { value in
          events.note("\(value)")
          if value < 70 { elsewhere { owner.value?.accept(value + 1) } }
        }
      )
      let seen = events.entries.count
      var last = owner.value.take()
      last = nil
      #expect(last == nil)
      #expect(events.entries == (0...seen).map(String.init) + ["finished"])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `a subscriber cancelled before the task delivers receives nothing more`() {
    let released = Log<String>()
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      let token = Token { released.note("released") }
      let subscription = relay.sink { [relay, log] value in
        withExtendedLifetime(token) { log.note(value) }
        if value < 100 { elsewhere { relay.accept(value + 1) } }
      }
      let seen = log.entries.count
      subscription.cancel()
      relay.accept(1_000)
      #expect(log.entries.count == seen)
      withExtendedLifetime(subscription) {}
    }
    #expect(released.entries == ["released"])
  }

  @Test
  func `the captures of a closure cancelled before the task delivers are released immediately`() {
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      let (released, held) = (Log<String>(), Box<AnyCancellable?>(nil))
      do {
        let token = Token {
          held.value?.cancel()
          released.note("released")
        }
        held.value = relay.sink { [relay] value in
          withExtendedLifetime(token) {}
          if value < 100 { elsewhere { relay.accept(value + 1) } }
        }
      }
      held.value?.cancel()
      #expect(released.entries == ["released"])
      relay.accept(1_000)
      #expect(released.entries == ["released"])
    }
  }

  @Test func `a subscriber cancelled before the task delivers is released immediately`() {
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      let released = Log<String>()
      var subscription: (any Subscription)?
      do {
        let token = Token { released.note("released") }
        let subscriber = Requesting { [relay] value in
          withExtendedLifetime(token) {}
          if value < 100 { elsewhere { relay.accept(value + 1) } }
        }
        relay.subscribe(subscriber)
        subscription = subscriber.subscription
      }
      subscription?.request(.unlimited)
      #expect(released.entries.isEmpty)
      subscription?.cancel()
      #expect(released.entries == ["released"])
      relay.accept(1_000)
    }
  }

  @Test func `values that the subscriber itself accepts are delivered before the sink returns`() {
    let subscription = relay.sink { [relay, log] value in
      log.note(value)
      if value < 5_000 { relay.accept(value + 1) }
    }
    #expect(log.entries == Array(0...5_000))
    withExtendedLifetime(subscription) {}
  }

  @Test func `a backlog of other threads is delivered before the sink returns`() {
    let subscription = relay.sink { [relay, log] value in
      log.note(value)
      if value == 0 { elsewhere { for next in 1...5_000 { relay.accept(next) } } }
    }
    #expect(log.entries == Array(0...5_000))
    withExtendedLifetime(subscription) {}
  }
}

/// A subscriber that requests nothing by itself.
private final class Requesting: Subscriber {
  typealias Failure = Never
  private(set) var subscription: (any Subscription)?
  private let body: (Int) -> Void

  init(_ body: @escaping (Int) -> Void) { self.body = body }

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(completion: Subscribers.Completion<Never>) {}
  func receive(_ value: Int) -> Subscribers.Demand {
    body(value)
    return .none
  }
}

/// A subscriber that requests one more value with each.
private final class OneAtATime: Subscriber {
  typealias Failure = Never
  private(set) var subscription: (any Subscription)?
  private let first: Int
  private let body: (Int) -> Void

  init(first: Int, _ body: @escaping (Int) -> Void) {
    self.first = first
    self.body = body
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if first > 0 { subscription.request(.max(first)) }
  }

  func receive(completion: Subscribers.Completion<Never>) {}
  func receive(_ value: Int) -> Subscribers.Demand {
    body(value)
    return .max(1)
  }
}
