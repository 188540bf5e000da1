import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

@Suite("R9 The end")
struct R9EndTests {
  @Test func `a released relay completes its subscribers exactly once`() {
    let events = Log<String>()
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    let subscription = relay.map { log($0, to: events) }
    relay?.accept(1)
    relay = nil
    #expect(events.entries == ["0", "1", "finished"])
    subscription?.cancel()
    #expect(events.entries.count == 3)
  }

  @Test func `a subscription does not retain its relay, a view does`() {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    let gone = Weak(relay)
    let events = Log<String>()
    let subscription = relay.map { log($0, to: events) }
    var view = relay?.readOnly
    relay = nil
    #expect(!gone.isReleased)
    #expect(view?.value == 0)
    view = nil
    #expect(gone.isReleased)
    #expect(events.entries == ["0", "finished"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `views of relays without a value retain them, too`() {
    let events = Log<String>()
    var views: [ReadOnlyEvents<Int>] = [
      PublishRelay<Int>().readOnly, ReplayRelay<Int>(capacity: 2).readOnly,
    ]
    let subscriptions = views.map { log($0, to: events) }
    #expect(events.entries.isEmpty)
    views = []
    #expect(events.entries == ["finished", "finished"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a relay may be dropped inside a callback`() {
    let events = Log<String>()
    let relay = Box<BehaviorRelay<Int>?>(BehaviorRelay(0))
    let gone = Weak(relay.value)
    let subscription = relay.value?.sink(
      receiveCompletion: { _ in events.note("finished") },
      receiveValue: {
        events.note("\($0)")
        if $0 == 1 { relay.value = nil }
      }
    )
    relay.value?.accept(1)
    #expect(events.entries == ["0", "1", "finished"])
    #expect(gone.isReleased)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscriber may cancel another while it completes`() {
    let events = Log<String>()
    let second = Box<AnyCancellable?>(nil)
    var relay: PublishRelay<Int>? = PublishRelay()
    let first = relay?.sink(
      receiveCompletion: { _ in
        events.note("first")
        second.value?.cancel()
      },
      receiveValue: { _ in }
    )
    second.value = relay?.sink(
      receiveCompletion: { _ in events.note("second") },
      receiveValue: { _ in }
    )
    relay = nil
    #expect(events.entries == ["first"])
    withExtendedLifetime(first) {}
  }

  @Test func `a subscriber with a pending value receives it first, on demand`() {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    let puller = Puller<Int>(first: .max(1))
    relay?.subscribe(puller)
    relay?.accept(1)
    relay?.accept(2)
    relay = nil
    #expect(puller.finishes == 0)
    puller.pull()
    #expect(puller.values == [0, 2])
    #expect(puller.finishes == 1)
    #expect(puller.dropped == 1)
    puller.pull()
    puller.cancel()
    #expect(puller.finishes == 1)
  }

  @Test func `a subscriber with pending values may still cancel, and is released`() {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    var puller: Puller<Int>? = Puller()
    let gone = Weak(puller)
    if let puller { relay?.subscribe(puller) }
    relay = nil
    puller?.cancel()
    puller = nil
    #expect(gone.isReleased)
  }

  @Test func `a subscriber without pending values completes without demand`() {
    var relay: PublishRelay<Int>? = PublishRelay()
    let puller = Puller<Int>()
    relay?.subscribe(puller)
    relay?.accept(1)
    relay = nil
    #expect(puller.values.isEmpty)
    #expect(puller.finishes == 1)
  }

  @Test func `subscribers are released after the release of the relay`() {
    let events = Log<String>()
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    let subscription = relay.map { relay in
      let token = Token { events.note("released") }
      return relay.sink { _ in withExtendedLifetime(token) {} }
    }
    relay = nil
    #expect(events.entries == ["released"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an async loop over a relay ends with it`() async {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(1)
    // The sequence retains its publisher, the iterator does not.
    var iterator = relay?.values.makeAsyncIterator()
    #expect(await iterator?.next() == 1)
    relay = nil
    #expect(await iterator?.next() == nil)
  }

  private func log(
    _ publisher: some Publisher<Int, Never>,
    to events: Log<String>
  ) -> AnyCancellable {
    publisher.sink(
      receiveCompletion: { _ in events.note("finished") },
      receiveValue: { events.note("\($0)") }
    )
  }
}

@Suite("R9 Finished by its owner")
struct R9OwnerTests {
  @Test func `a finished relay completes its subscribers once, though a view retains it`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>(first: .unlimited)
    relay.readOnly.subscribe(puller)
    relay.finish()
    relay.finish()
    #expect(puller.values == [0])
    #expect(puller.finishes == 1)
  }

  @Test func `a finished relay stores an accepted value, and delivers it to no subscriber`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>(first: .unlimited)
    relay.subscribe(puller)
    relay.finish()
    relay.accept(1)
    relay.update { $0 += 1 }
    #expect(relay.value == 2)
    #expect(puller.values == [0])
  }

  @Test func `a new subscriber receives the current value and then the completion`() {
    let relay = BehaviorRelay(0)
    relay.finish()
    relay.accept(1)
    let events = Log<String>()
    let subscription = relay.sink(
      receiveCompletion: { _ in events.note("finished") },
      receiveValue: { events.note("\($0)") }
    )
    let puller = Puller<Int>()
    relay.subscribe(puller)
    #expect(events.entries == ["1", "finished"])
    #expect(puller.values.isEmpty)
    #expect(puller.finishes == 0)
    puller.pull()
    #expect(puller.values == [1])
    #expect(puller.finishes == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `queued values are delivered before the completion`() {
    let relay = BehaviorRelay(0)
    let events = Log<String>()
    let subscription = relay.sink(
      receiveCompletion: { _ in events.note("finished") },
      receiveValue: {
        events.note("\($0)")
        guard $0 == 1 else { return }
        relay.accept(2)
        relay.finish()
        relay.accept(3)
      }
    )
    relay.accept(1)
    #expect(events.entries == ["0", "1", "2", "finished"])
    #expect(relay.value == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a relay finished inside a replay completes that subscriber after it`() {
    let relay = BehaviorRelay(0)
    let events = Log<String>()
    let subscription = relay.sink(
      receiveCompletion: { _ in events.note("finished") },
      receiveValue: { _ in
        relay.finish()
        events.note("value")
      }
    )
    #expect(events.entries == ["value", "finished"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscriber that joins during completion receives the value and the completion`() {
    let relay = BehaviorRelay(5)
    let late = Puller<Int>(first: .unlimited)
    let subscription = relay.sink(
      receiveCompletion: { _ in relay.subscribe(late) },
      receiveValue: { _ in }
    )
    relay.finish()
    #expect(late.values == [5])
    #expect(late.finishes == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a slow subscriber of a finished relay receives the current value on demand`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>()
    relay.subscribe(puller)
    relay.finish()
    relay.accept(1)
    puller.pull()
    #expect(puller.values == [1])
    #expect(puller.finishes == 1)
  }
}
