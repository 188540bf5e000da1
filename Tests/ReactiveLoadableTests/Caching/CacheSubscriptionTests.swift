import ReactiveLoadable
import TestSupport
import Testing

/// Subscriptions of `states(of:)` whose last owner is released in every possible call (C1, C8).
@Suite struct `Subscriptions of a key (C1, C8)` {
  typealias Cache = LoaderCache<Int, String, Never>
  typealias State = Loadable<String, Never>

  private func cache() -> Cache {
    Cache { (key: Int) async throws(Never) -> String in "\(key)" }
  }

  // MARK: In cancel

  @Test func `the last subscription of a key ends within its cancel`() {
    let cache = cache()
    cache.set("x", for: 1)
    cache.states(of: 1).sink { _ in }.cancel()
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `a subscription that is dropped ends its interest`() {
    let cache = cache()
    cache.set("x", for: 1)
    let subscription = HeldStates(cache.states(of: 1).sink { _ in })
    #expect(cache.statistics.activeKeys == 1)
    subscription.it = nil
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test(.needsImmediateTasks)
  func `a subscription may be the last owner of a released cache`() {
    let released = Log<String>()
    let held = HeldStates()
    do {
      let cache = LoaderCache { (key: Int) async throws(Never) -> Ending in
        Ending { released.note("value \(key)") }
      }
      held.it = cache.states(of: 1).sink { _ in }
    }
    #expect(released.entries.isEmpty)
    held.it?.cancel()
    #expect(released.entries == ["value 1"])
  }

  @Test(.needsImmediateTasks)
  func `a value may cancel in its deinit the subscription that owned its cache`() {
    let (held, ends) = (HeldStates(), Log<Int>())
    do {
      let cache = LoaderCache { (key: Int) async throws(Never) -> Ending in
        Ending {
          held.it?.cancel()
          ends.note(key)
        }
      }
      held.it = cache.states(of: 1).sink { _ in }
    }
    held.it?.cancel()
    #expect(ends.entries == [1])
  }

  // MARK: In a value

  @Test func `a handler may cancel another subscription when a value arrives`() {
    let (cache, seen) = (cache(), Log<String>())
    cache.set("x", for: 1)
    let other = HeldStates()
    let first = cache.states(of: 1).sink { state in
      seen.note("first \(state.value ?? "")")
      if state.value == "y" { other.it?.cancel() }
    }
    other.it = cache.states(of: 1).sink { seen.note("other \($0.value ?? "")") }
    cache.set("y", for: 1)
    cache.set("z", for: 1)
    #expect(seen.entries == ["first x", "other x", "first y", "first z"])
    #expect(cache.statistics.activeKeys == 1)
    first.cancel()
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `a handler may cancel its own subscription, which receives nothing more`() {
    let (cache, seen, held) = (cache(), Log<String>(), HeldStates())
    cache.set("x", for: 1)
    held.it = cache.states(of: 1).sink { state in
      seen.note(state.value ?? "")
      if state.value == "y" {
        held.it?.cancel()
        #expect(cache.statistics.activeKeys == 0)
        cache.set("z", for: 1)
      }
    }
    cache.set("y", for: 1)
    #expect(seen.entries == ["x", "y"])
  }

  @Test func `a handler may empty the cache on the value that arrives during subscription`() {
    let (cache, seen) = (cache(), Log<String>())
    for key in 1...2 { cache.set("x", for: key) }
    let subscription = cache.states(of: 1).sink { state in
      seen.note(state.value ?? "")
      cache.invalidateAll()
      cache.remove(2)
      cache.removeAll()
    }
    subscription.cancel()
    #expect(seen.entries == ["x"])
    #expect(cache.statistics.activeKeys == 0)
    #expect(cache.statistics.count == 0)
  }

  // MARK: In subscribe

  @Test(arguments: [LeavingSubscriber.Moment.subscribe, .afterRequest, .firstValue])
  func `a subscriber may cancel before subscribing has returned`(_ moment: LeavingSubscriber.Moment)
  {
    let cache = cache()
    cache.set("x", for: 1)
    let subscriber = LeavingSubscriber(moment)
    cache.states(of: 1).subscribe(subscriber)
    #expect(cache.statistics.activeKeys == 0)
    cache.set("y", for: 1)
    // A subscription receives values after `receive(subscription:)` has returned.
    #expect(subscriber.values == (moment == .firstValue ? ["x"] : []))
  }

  // MARK: In a deinit

  @Test func `a captured object may cancel the same subscription in its deinit`() {
    let (cache, held, ends) = (cache(), HeldStates(), Log<Int>())
    cache.set("x", for: 1)
    do {
      let token = Ending {
        held.it?.cancel()
        ends.note(cache.statistics.activeKeys)
      }
      held.it = cache.states(of: 1).sink { _ in _ = token }
    }
    held.it?.cancel()
    #expect(ends.entries.count == 1)
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test(.needsImmediateTasks)
  func `the deinit of a value may cancel the subscription that published it`() {
    let (held, ends) = (HeldStates(), Log<String>())
    let cache = LoaderCache { (key: Int) async throws(Never) -> Ending in
      Ending {
        held.it?.cancel()
        ends.note("\(key)")
      }
    }
    held.it = cache.states(of: 1).sink { _ in }
    cache.set(Ending {}, for: 1)
    #expect(ends.entries == ["1"])
    #expect(cache.statistics.activeKeys == 0)
  }

  // MARK: Demand

  @Test func `a subscriber receives as many states as it demands, and the newest one last`() {
    let cache = cache()
    cache.set("a", for: 1)
    let subscriber = DemandingSubscriber<State>()
    cache.states(of: 1).subscribe(subscriber)
    #expect(subscriber.entries.isEmpty)
    subscriber.request(.max(1))
    for text in ["b", "c"] { cache.set(text, for: 1) }
    #expect(subscriber.entries == [.loaded("a")])
    subscriber.request(.max(2))
    #expect(subscriber.entries == [.loaded("a"), .loaded("c")])
    subscriber.cancel()
    subscriber.request(.unlimited)
    cache.set("d", for: 1)
    #expect(subscriber.entries.count == 2)
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `a subscriber is released by its cancel, also while its subscription is retained`() {
    let cache = cache()
    cache.set("x", for: 1)
    let (subscription, watch) = LeavingSubscriber.subscription(of: cache.states(of: 1))
    #expect(watch.object != nil)
    subscription?.cancel()
    #expect(watch.object == nil)
  }
}

/// A subscription that closures can use.
// SAFETY: used by one thread.
final class HeldStates: @unchecked Sendable {
  var it: AnyCancellable?
  init(_ it: AnyCancellable? = nil) { self.it = it }
}

/// A subscriber that cancels at the earliest possible time.
final class LeavingSubscriber: Subscriber {
  enum Moment: CaseIterable { case subscribe, afterRequest, firstValue, never }

  private(set) var values: [String] = []
  private let moment: Moment
  private var subscription: (any Subscription)?

  init(_ moment: Moment) { self.moment = moment }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if moment == .subscribe { return subscription.cancel() }
    subscription.request(.unlimited)
    if moment == .afterRequest { subscription.cancel() }
  }

  func receive(_ input: Loadable<String, Never>) -> Subscribers.Demand {
    values.append(input.value ?? "")
    if moment == .firstValue { subscription?.cancel() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  /// A subscription whose subscriber is retained by the publisher only.
  static func subscription(
    of publisher: some Publisher<Loadable<String, Never>, Never>
  ) -> ((any Subscription)?, Watched) {
    let subscriber = LeavingSubscriber(.never)
    publisher.subscribe(subscriber)
    return (subscriber.subscription.take(), Watched(object: subscriber))
  }

  struct Watched {
    weak var object: LeavingSubscriber?
  }
}
