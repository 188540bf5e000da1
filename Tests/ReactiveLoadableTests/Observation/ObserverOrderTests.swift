import CombineShim
import Foundation
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

@testable import ReactiveLoading

/// The order of events when loads end, or observations begin and end, at the same time (O1, O4, O6).
@Suite(.needsImmediateTasks) struct ObserverOrderTests {
  private func logging(_ log: Log<String>, _ name: String) -> LoadObserver {
    LoadObserver { log.note(name + $0.kind.letter) }
  }

  /// A request with a comparison that ends the running load on another thread.
  private struct EndingRequest: Hashable, Sendable {
    let end: @Sendable () -> Void

    static func == (first: Self, second: Self) -> Bool {
      first.end()
      return true
    }

    func hash(into hasher: inout Hasher) {}
  }

  /// Returns a request that opens a gate at its first comparison, and then waits for a signal.
  private func request(opening gate: Gate, until ended: DispatchSemaphore) -> EndingRequest {
    let isCompared = Mutex(false)
    return EndingRequest {
      let isFirst = isCompared.withLock { isCompared in
        defer { isCompared = true }
        return !isCompared
      }
      guard isFirst else { return }
      gate.open()
      ended.wait()
    }
  }

  // The comparison of a call precedes its decision, that of a stream is a part of it.
  @Test(arguments: [false, true])
  func `O1: a call joins no load that ends during the comparison of its request`(
    isOfStream: Bool
  ) async {
    let (events, gate, ended) = (EventLog(), Gate(), DispatchSemaphore(value: 0))
    let policy = LoadPolicy(observer: events.observer)
    let loader = Loader(policy: policy) { (_: EndingRequest) async throws(Never) in
      await gate.wait()
      return 1
    }
    let subscription = loader.states.sink { if $0 == .loaded(1) { ended.signal() } }
    let request = request(opening: gate, until: ended)
    let load = { @Sendable in
      if isOfStream { return loader.storage.perform(.load(request), unlessSuperseded: nil) }
      return loader.load(request)
    }
    await onOwnThread {
      _ = load()
      _ = load()
    }
    #expect(events.text.hasPrefix("sds"))
    subscription.cancel()
  }

  @Test func `O1: a call joins no list that ends during the comparison of its request`() async {
    let (events, gate, ended) = (EventLog(), Gate(), DispatchSemaphore(value: 0))
    let policy = PagingPolicy(load: LoadPolicy(observer: events.observer))
    let list = PagedLoader<EndingRequest, Int, Entry, LoadError>(policy: policy) { _ in
      await gate.wait()
      return Page([Entry(id: 1)], next: nil)
    }
    let subscription = list.states.sink { if $0.value != nil { ended.signal() } }
    let request = request(opening: gate, until: ended)
    await onOwnThread {
      list.load(request)
      list.load(request)
    }
    #expect(events.text.hasPrefix("sds"))
    subscription.cancel()
  }

  // The comparison of a call precedes its decision, that of a stream is a part of it.
  @Test(arguments: [false, true])
  func `O1: a call is not skipped for a value that is removed during the comparison`(
    isOfStream: Bool
  ) async {
    let (events, gate, ended) = (EventLog(), Gate(), DispatchSemaphore(value: 0))
    let loader = Loader(policy: LoadPolicy(observer: events.observer)) {
      (_: EndingRequest) async throws(Never) in 1
    }
    let request = request(opening: gate, until: ended)
    let load = { @Sendable in
      if isOfStream { return loader.storage.perform(.loadIfNeeded(request), unlessSuperseded: nil) }
      return loader.loadIfNeeded(request)
    }
    let reset = Task {
      await gate.wait()
      loader.reset()
      ended.signal()
    }
    await onOwnThread {
      _ = load()
      _ = load()
    }
    await reset.value
    #expect(events.text == "sd0sd")
    #expect(loader.state == .loaded(1))
  }

  @Test func `O1: an interest whose load ends while the interest starts is a hit`() async {
    let (events, gate, ended) = (EventLog(), Gate(), DispatchSemaphore(value: 0))
    let observer = LoadObserver { event in
      events.observer(event)
      if case .succeeded = event.kind { ended.signal() }
    }
    // The second interest ends the grace time of the first one, and then joins its load.
    let clock = CancellationClock {
      gate.open()
      ended.wait()
    }
    let policy = CachePolicy<Int>(load: LoadPolicy(clock: clock, observer: observer))
    let cache = LoaderCache(policy: policy) { (key: Int) async throws(Never) in
      await gate.wait()
      return key
    }
    await onOwnThread {
      _ = cache.interest(in: 1)
      _ = cache.interest(in: 1)
    }
    #expect(events.text == "sdh")
  }

  @Test func `O1: an interest joins no load that has ended`() {
    let events = EventLog()
    let loader = Loader(policy: LoadPolicy(observer: events.observer)) {
      () async throws(Never) in 1
    }
    loader.load()
    #expect(!loader.storage.recordJoin())
    #expect(events.text == "sd")
  }

  @Test func `O4: events of another loader follow after the observer has returned`() {
    let log = Log<String>()
    let other = Loader(policy: LoadPolicy(observer: logging(log, "other "))) {
      () async throws(Never) in 2
    }
    let observer = LoadObserver { event in
      log.note(event.kind.letter)
      if case .started = event.kind { other.load() }
      log.note("returned")
    }
    let loader = Loader(policy: LoadPolicy(observer: observer)) { () async throws(Never) in 1 }
    loader.load()
    #expect(log.entries == ["s", "returned", "other s", "other d", "d", "returned"])
  }

  @Test func `O4: an endless chain of loads of two loaders is reported, and does not overflow`() {
    let loads = Mutex(0)
    let owners = ["a": LoaderOwner<Never>(), "b": LoaderOwner<Never>()]
    func loader(_ name: String, starting other: String) -> Loader<NoRequest, Int, Never> {
      let observer = LoadObserver { event in
        guard case .succeeded = event.kind else { return }
        let count = loads.withLock { count in
          count += 1
          return count
        }
        if count < 20_000 { owners[other]?.loader?.load() }
      }
      let policy = LoadPolicy(name: name, observer: observer)
      return Loader(policy: policy) { () async throws(Never) in 1 }
    }
    owners["a"]?.loader = loader("a", starting: "b")
    owners["b"]?.loader = loader("b", starting: "a")
    let failures = failures { owners["a"]?.loader?.load() }
    let texts = failures.map(\.text)
    #expect(texts.count { $0.contains("' has received 10000 events in one call") } == 1)
    // Loader a also publishes 10,000 states within its first delivery (RelayContract, R11).
    let relays = "The relays in this chain are states of Loader a."
    #expect(texts.count { $0.contains(relays) } == 1)
    #expect(texts.count == 2)
    #expect(loads.withLock { $0 } == 20_000)
    #expect(owners.values.allSatisfy { $0.loader?.state == .loaded(1) })
    for owner in owners.values { owner.loader = nil }
  }

  @Test func `O4: events of a cache follow after an observer of its keys has returned`() {
    let log = Log<String>()
    let owned = Log<LoaderCache<Int, Int, Never>>()
    let observer = LoadObserver { event in
      log.note(event.kind.letter)
      if case .succeeded = event.kind { _ = owned.entries.first?.value(for: 1) }
      log.note("returned")
    }
    let policy = CachePolicy<Int>(load: LoadPolicy(observer: observer))
    let cache = LoaderCache<Int, Int, Never>(policy: policy) {
      (key: Int) async throws(Never) -> Int in key
    }
    owned.note(cache)
    let keys = [cache.prefetch([1]), cache.prefetch([2])]
    withExtendedLifetime(keys) {}
    #expect(log.entries.split(separator: "returned").map(\.count).max() == 1)
    #expect(log.entries.contains("h"))
  }

  @Test func `O6: an observer that another one has cancelled is not called`() {
    let log = Log<String>()
    let loader = Loader { () async throws(Never) in 1 }
    let owner = ObservationOwner()
    let first = loader.observe(
      LoadObserver { event in
        log.note("first \(event.kind.letter)")
        owner.observation?.cancel()
      }
    )
    let second = loader.observe(logging(log, "second "))
    owner.observation = second
    loader.load()
    #expect(log.entries == ["first s", "first d"])
    first.cancel()
  }

  @Test func `O6: an observer receives no event from before its start`() {
    let log = Log<String>()
    let gate = Gate()
    let loader = Loader { () async throws(Never) in
      await gate.wait()
      return 1
    }
    let owner = ObservationOwner()
    let first = loader.observe(
      LoadObserver { event in
        log.note("first \(event.kind.letter)")
        guard case .cancelled = event.kind else { return }
        owner.observation = loader.observe(self.logging(log, "later "))
      }
    )
    loader.load()
    // One decision with two events.
    loader.reset()
    loader.set(3)
    #expect(log.entries == ["first s", "first c", "first 0", "first =", "later ="])
    first.cancel()
    gate.open()
  }
}

/// A clock whose sleeps last until they are cancelled, which performs an action.
private struct CancellationClock: Clock {
  let onCancel: @Sendable () -> Void

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await withTaskCancellationHandler {
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    } onCancel: {
      onCancel()
    }
  }
}

private struct Entry: Identifiable, Sendable, Equatable {
  let id: Int
}

/// The owner of an observation, for another observer.
// SAFETY: each test uses it on one thread at a time.
private final class ObservationOwner: @unchecked Sendable {
  var observation: AnyCancellable?
}
