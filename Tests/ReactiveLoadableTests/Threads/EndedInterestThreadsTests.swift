import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveRelays

@Suite("Threads: interests that end while others start (C1, C4, C8)", .serialized)
struct EndedInterestThreadsTests {
  typealias Cache = LoaderCache<Int, Ending, Never>

  @Test(.needsImmediateTasks)
  func `subscribers of short interests complete once, and no key retains a relay or a loader`() {
    do {
      let new: @Sendable () -> Ending = { Ending {} }
      let cache = Cache(policy: CachePolicy(count: 1, grace: .zero)) {
        (_: Int) async throws(Never) -> Ending in new()
      }
      let all = Log<CountingSubscriber>()
      onThreads(4) { id in
        var random = SeededGenerator(UInt64(id))
        for _ in 0..<1_500 * Stress.factor {
          let (interest, other) = (cache.interest(in: random.below(2)), cache.interest(in: 0))
          let subscribers = [Subscribers.Demand.unlimited, .unlimited, .none, .max(1)].map {
            CountingSubscriber($0)
          }
          for subscriber in subscribers { interest.states.subscribe(subscriber) }
          switch random.below(8) {
          case 0: cache.remove(random.below(2))
          case 1: cache.set(new(), for: random.below(2))
          case 2: cache.invalidate(random.below(2))
          case 3: interest.refresh()
          case 4: cache.trim(to: 0)
          case 5: other.cancel()
          default: break
          }
          interest.cancel()
          for subscriber in subscribers { subscriber.requestRest() }
          other.refresh()
          other.cancel()
          for subscriber in subscribers { all.note(subscriber) }
        }
      }
      let wrong = all.entries.filter { !$0.isRight }
      #expect(wrong.isEmpty)
      #expect(cache.statistics.activeKeys == 0)
      let (loads, entries) = cache.storage.machine.withLock { ($0.loads.count, $0.table.active) }
      let busy = entries.compactMap(\.self).filter { $0.relay != nil || $0.core.loader != nil }
      #expect(loads == 0)
      #expect(busy.isEmpty)
    }
  }

  @Test func `one thread cancels a subscriber, another thread its interest`() {
    let cache = LoaderCache<Int, Int, Never> { (key: Int) async throws(Never) -> Int in key }
    cache.set(0, for: 1)
    let (other, late) = (cache.interest(in: 1), Log<Int>())
    for round in 0..<2_000 * Stress.factor {
      let interest = cache.interest(in: 1)
      let over = Log<UInt>()
      let sinks = (0..<4).map { _ in
        Share<HeldSink>(
          HeldSink(
            interest.states.sink(
              receiveCompletion: { _ in
                if over.entries == [ThreadIdentity.current] { late.note(round) }
              },
              receiveValue: { _ in }
            )
          )
        )
      }
      onThreads(2) { id in
        if id == 0 {
          for sink in sinks { sink.take(0)?.cancel() }
          over.note(ThreadIdentity.current)
          cache.set(round, for: 1)
        } else {
          interest.cancel()
        }
      }
    }
    #expect(late.entries.isEmpty)
    #expect(cache.statistics.activeKeys == 1)
    withExtendedLifetime(other) {}
  }
}

/// One subscription, which one thread cancels.
private final class HeldSink: @unchecked Sendable {
  private let it: AnyCancellable
  init(_ it: AnyCancellable) { self.it = it }
  func cancel() { it.cancel() }
}

/// A subscriber that counts its completions, and requests the rest at the end.
private final class CountingSubscriber: Subscriber, @unchecked Sendable {
  typealias Input = Loadable<Ending, Never>
  typealias Failure = Never

  private let first: Subscribers.Demand
  private let completions = Log<Bool>()
  // SAFETY: written and read by the thread that subscribes.
  private var subscription: (any Subscription)?

  init(_ first: Subscribers.Demand) { self.first = first }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if first > .none { subscription.request(first) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    completions.note(false)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { completions.note(true) }

  func requestRest() {
    subscription?.request(.unlimited)
    subscription = nil
  }

  /// True if it has received values and then one completion.
  var isRight: Bool {
    let entries = completions.entries
    return entries.count > 1 && entries.count { $0 } == 1 && entries.last == true
  }
}
