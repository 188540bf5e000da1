import ReactiveLoadable
import TestSupport
import Testing

/// OpenCombine's code is not on the stack where a subscription, a closure or a state is released
/// (C8).
@Suite struct `Subscriptions without OpenCombine` {
  // MARK: The end of an upstream

  @Test func `a publisher whose subscription owns the loader may finish`() {
    let (source, ends) = (OwningSource<Int>(), Log<String>())
    do {
      let ending = Ending { ends.note("released") }
      let loader = Loader<Int, String, Never> { (_: Int) async throws(Never) -> String in
        withExtendedLifetime(ending) { "" }
      }
      source.owned = loader
      loader.load(on: source)
    }
    source.finish()
    #expect(ends.entries == ["released"])
  }

  @Test func `a publisher whose subscription cancels the sink on the main actor may finish`() {
    let (source, held) = (OwningSource<Int>(), HeldStates())
    source.owned = Ending { held.it?.cancel() }
    held.it = source.sinkOnMainActor { _ in }
    source.finish()
    #expect(!source.isOwning)
  }

  @Test func `a publisher whose subscription cancels what is behind an operator may finish`() {
    let (source, ends) = (OwningSource<Loadable<Int, Never>>(), Log<String>())
    let held = HeldDemanding()
    source.owned = Ending {
      held.subscriber?.cancel()
      ends.note("released")
    }
    let subscriber = DemandingSubscriber<Int>()
    held.subscriber = subscriber
    source.loadedValues().subscribe(subscriber)
    source.finish()
    #expect(subscriber.isFinished)
    subscriber.drop()
    #expect(ends.entries == ["released"])
    held.subscriber = nil
  }

  @Test func `a publisher whose subscription cancels steady states may finish`() {
    let (source, held) = (OwningSource<Loadable<Int, Never>>(), HeldStates())
    source.owned = Ending { held.it?.cancel() }
    held.it = source.steadied().sink { _ in }
    source.finish()
    #expect(!source.isOwning)
  }

  // MARK: The end of a closure

  @Test @MainActor
  func `a captured object of a closure on the main actor may cancel its subscription`() {
    let (relay, held, ends) = (BehaviorRelay(0), HeldStates(), Log<Int>())
    do {
      let token = Ending {
        held.it?.cancel()
        ends.note(0)
      }
      held.it = relay.sinkOnMainActor { _ in _ = token }
    }
    held.it?.cancel()
    #expect(ends.entries.count == 1)
  }

  @Test(.needsImmediateTasks)
  func `a load that is cancelled with its prefetch may cancel the prefetch`() async {
    let (held, calls) = (HeldStates(), Log<String>())
    let policy = CachePolicy<String>(grace: .zero)
    let cache = LoaderCache(policy: policy) { (_: Int) async throws(Never) -> String in
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Never>.makeStream().stream {}
      } onCancel: {
        held.it?.cancel()
        calls.note("cancelled")
      }
      return ""
    }
    held.it = cache.prefetch([1])
    held.it?.cancel()
    #expect(calls.entries == ["cancelled"])
    #expect(cache.statistics.activeKeys == 0)
  }

  // MARK: The end of a state

  @Test(.needsImmediateTasks) @MainActor
  func `the deinit of a row's value may read the row and show another key`() {
    let rows = HeldRow()
    let policy = CachePolicy<Ending>(count: 0)
    let cache = LoaderCache(policy: policy) { (key: Int) async throws(Never) -> Ending in
      Ending { if key == 1 { MainActor.assumeIsolated { rows.showAnother() } } }
    }
    let row = KeyedModel(cache)
    rows.row = row
    row.show(1)
    row.show(2)
    #expect(rows.shown == 1)
    #expect(row.state.value != nil)
    rows.row = nil
  }
}

/// A subscriber that closures can use.
// SAFETY: used by one thread.
private final class HeldDemanding: @unchecked Sendable {
  var subscriber: DemandingSubscriber<Int>?
}

/// A source that owns an object while its subscription exists.
// SAFETY: used by one thread.
private final class OwningSource<Output>: Publisher, @unchecked Sendable {
  typealias Failure = Never

  var owned: (any Sendable)?
  private var subscriber: AnySubscriber<Output, Never>?
  private weak var subscription: OwnedSubscription?

  /// True while the subscription exists.
  var isOwning: Bool { subscription != nil }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    self.subscriber = AnySubscriber(subscriber)
    let subscription = OwnedSubscription(owned.take())
    self.subscription = subscription
    subscriber.receive(subscription: subscription)
  }

  func finish() { subscriber.take()?.receive(completion: .finished) }
}

private final class OwnedSubscription: Subscription {
  private let owned: (any Sendable)?
  init(_ owned: (any Sendable)?) { self.owned = owned }
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
}

@MainActor private final class HeldRow {
  var row: KeyedModel<LoaderCache<Int, Ending, Never>>?
  private(set) var shown = 0

  func showAnother() {
    shown += 1
    _ = row?.state
    row?.show(3)
  }
}
