import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

@Suite("Threads: subscriptions and limits of caches (C1, C3, C8)", .serialized)
struct CacheSubscriptionThreadsTests {
  typealias Cache = LoaderCache<Int, Int, Never>

  @Test func `after a cancel on a thread, that thread starts no delivery`() {
    let cache = Cache { (key: Int) async throws(Never) -> Int in key }
    cache.set(0, for: 1)
    let late = Log<Int>()
    onThreads(4) { id in
      for round in 0..<2_000 * Stress.factor {
        if id < 2 {
          cache.set(round, for: 1)
        } else {
          let over = ThreadFlag()
          let subscription = cache.states(of: 1).sink { _ in
            if over.isSetHere { late.note(round) }
          }
          subscription.cancel()
          over.set()
          cache.set(-round, for: 1)
        }
      }
    }
    #expect(late.entries.isEmpty)
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test(.needsImmediateTasks)
  func `two threads that cancel one subscription end its interest once`() {
    let ends = Log<Int>()
    for round in 0..<2_000 * Stress.factor {
      let cache = Cache { (key: Int) async throws(Never) -> Int in key }
      let subscriber = HoldingSubscriber(Ending { ends.note(round) })
      cache.states(of: 1).subscribe(subscriber)
      let held = Share(subscriber.take())
      onThreads(2) { id in held.take(id)?.cancel() }
      #expect(cache.statistics.activeKeys == 0)
    }
    #expect(ends.entries.count == 2_000 * Stress.factor)
  }

  @Test func `states whose interest is cancelled on another thread end once, after all values`() {
    let cache = Cache { (key: Int) async throws(Never) -> Int in key }
    cache.set(0, for: 1)
    let other = cache.interest(in: 1)
    for _ in 0..<1_000 * Stress.factor {
      let interest = cache.interest(in: 1)
      let seen = Log<Bool>()
      let subscription = interest.states.sink(
        receiveCompletion: { _ in seen.note(true) },
        receiveValue: { _ in seen.note(false) }
      )
      onThreads(2) { id in
        if id == 0 {
          for value in 0..<5 { cache.set(value, for: 1) }
        } else {
          interest.cancel()
        }
      }
      #expect(seen.entries.count { $0 } == 1)
      #expect(seen.entries.last == true)
      withExtendedLifetime(subscription) {}
    }
    withExtendedLifetime(other) {}
  }

  @Test func `limits that change during concurrent writes hold in the end`() {
    let cache = Cache { (key: Int) async throws(Never) -> Int in key }
    onThreads(4) { id in
      var random = SeededGenerator(UInt64(id))
      for _ in 0..<2_000 * Stress.factor {
        switch id {
        case 0: cache.limits.count = random.below(50)
        case 1: cache.interest(in: random.below(100)).cancel()
        default: cache.set(1, for: random.below(100))
        }
      }
    }
    cache.limits.count = 10
    #expect(cache.statistics.count <= 10)
  }

  @Test func `a queue whose limit changes runs all loads`() async {
    let (queue, activity) = (LoadQueue(limit: 1), LoadActivity())
    let policy = CachePolicy<Int>(load: LoadPolicy(queue: queue, activity: activity))
    let cache = Cache(policy: policy) { (key: Int) async throws(Never) -> Int in
      await Task { key }.value
    }
    let interests = Log<LoadInterest<Int, Int, Never>>()
    onThreads(3) { id in
      for round in 0..<500 * Stress.factor {
        if id == 0 {
          queue.limit = round % 7
        } else {
          interests.note(cache.interest(in: round * 2 + id))
        }
      }
    }
    await activity.ended()
    await queue.emptied()
    #expect(queue.count == (0, 0))
    #expect(interests.entries.allSatisfy { $0.state.value != nil })
  }
}

/// Set and read by one thread; other threads never see it set.
private final class ThreadFlag: @unchecked Sendable {
  // SAFETY: written by one thread; others read only whether it is theirs, which never changes.
  private var isSet = false
  private let thread = Thread.current

  func set() { isSet = true }
  var isSetHere: Bool { Thread.current === thread && isSet }
}

/// A subscriber that owns an object until its subscription has ended.
private final class HoldingSubscriber: Subscriber {
  private let owned: Ending
  private var subscription: (any Subscription)?

  init(_ owned: Ending) { self.owned = owned }

  /// The subscription, which is the only owner of its subscriber afterwards.
  func take() -> HeldTicket? { subscription.take().map { HeldTicket($0) } }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: Loadable<Int, Never>) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Never>) {}
}

private final class HeldTicket: @unchecked Sendable {
  // SAFETY: constant, and a subscription may be cancelled by any thread.
  private let subscription: any Subscription
  init(_ subscription: any Subscription) { self.subscription = subscription }
  func cancel() { subscription.cancel() }
}
