import Dispatch
import ReactiveLoadable
import Testing

@Suite("R13 The number of subscribers") struct R13SubscriberCountTests {
  @Test func `each relay and view counts from a subscription to its cancellation`() {
    let (value, events, replayed) = (
      BehaviorRelay(0), PublishRelay<Int>(), ReplayRelay<Int>(capacity: 1)
    )
    func counts() -> [Int] {
      [
        value.subscriberCount, value.readOnly.subscriberCount, events.subscriberCount,
        events.readOnly.subscriberCount, replayed.subscriberCount,
        replayed.readOnly.subscriberCount,
      ]
    }
    #expect(counts() == [0, 0, 0, 0, 0, 0])
    let subscriptions = [
      value.sink { _ in }, value.readOnly.map { $0 }.sink { _ in }, events.sink { _ in },
      replayed.readOnly.sink { _ in },
    ]
    #expect(counts() == [2, 2, 1, 1, 1, 1])
    for subscription in subscriptions { subscription.cancel() }
    #expect(counts() == [0, 0, 0, 0, 0, 0])
  }

  @Test func `10,000 subscribers are counted, and those cancelled within a delivery are not`() {
    let relay = PublishRelay<Int>()
    var counts: [Int] = []
    var subscriptions: [AnyCancellable] = []
    let box = Subscriptions()
    subscriptions.append(
      relay.sink { _ in
        let before = relay.subscriberCount
        box.cancelHalf()
        box.counts = [before, relay.subscriberCount]
      }
    )
    box.all = (0..<10_000).map { _ in relay.sink { _ in } }
    #expect(relay.subscriberCount == 10_001)
    relay.accept(1)
    counts = box.counts
    #expect(counts == [10_001, 5_001])
    #expect(relay.subscriberCount == 5_001)
    box.all = []
    #expect(relay.subscriberCount == 1)
    subscriptions = []
    #expect(relay.subscriberCount == 0)
  }

  @Test func `a relay that ended has no subscribers`() {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    let elements = relay?.elements
    let view = Loader { 1 }.states
    #expect(view.subscriberCount == 0)
    let subscription = view.sink { _ in }
    #expect(view.subscriberCount == 0)
    relay = nil
    withExtendedLifetime((subscription, elements)) {}
  }

  @Test func `the states of an interest count those of the interest`() {
    let cache = LoaderCache { (key: Int) in key }
    let (one, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let subscriptions = [
      one.states.sink { _ in }, one.states.sink { _ in }, other.states.sink { _ in },
    ]
    #expect([one.states.subscriberCount, other.states.subscriberCount] == [2, 1])
    one.cancel()
    #expect([one.states.subscriberCount, other.states.subscriberCount] == [0, 1])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `after subscriptions and cancellations on several threads it is exact`() {
    let relay = BehaviorRelay(0)
    let remaining = Subscriptions()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<500 {
        let subscription = relay.sink { _ in }
        if round % 50 == 0 { relay.accept(round) }
        if round % 5 == 0 { remaining.add(subscription) } else { subscription.cancel() }
      }
    }
    #expect(relay.subscriberCount == 8 * 100)
    remaining.all = []
    #expect(relay.subscriberCount == 0)
  }
}

// SAFETY: `lock` guards `all` where several threads add; else one thread uses it.
private final class Subscriptions: @unchecked Sendable {
  var all: [AnyCancellable] = []
  var counts: [Int] = []
  private let lock = DispatchSemaphore(value: 1)

  func cancelHalf() {
    for subscription in all.prefix(all.count / 2) { subscription.cancel() }
  }

  func add(_ subscription: AnyCancellable) {
    lock.wait()
    all.append(subscription)
    lock.signal()
  }
}
