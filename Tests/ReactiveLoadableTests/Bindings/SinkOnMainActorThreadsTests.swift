import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@Suite("Threads: values on the real main actor (V1-V4, V8)", .serialized)
@MainActor struct SinkOnMainActorThreadsTests {
  @Test(arguments: [1, 4])
  func `values of all threads are received in the order of the relay`(threads: Int) async {
    let (relay, accepted, inbox) = (PublishRelay<Int>(), Log<Int>(), Inbox(threads * 1_000))
    let direct = relay.sink { accepted.note($0) }
    let subscription = relay.sinkOnMainActor { inbox.note($0) }
    Thread { onThreads(threads) { id in accept(1_000, from: id, into: relay) } }.start()
    await inbox.full.wait()
    #expect(inbox.values == accepted.entries)
    withExtendedLifetime((direct, subscription)) {}
  }

  @Test(.needsImmediateTasks)
  func `values sent while the main actor was busy are received in order`()
    async
  {
    let (relay, inbox) = (BehaviorRelay(-1), Inbox(501))
    let subscription = relay.sinkOnMainActor { inbox.note($0) }
    onThreads(1) { id in accept(500, from: id, into: relay) }
    #expect(inbox.values == [-1])
    await inbox.full.wait()
    #expect(inbox.values == Array(-1..<500))
    withExtendedLifetime(subscription) {}
  }

  @Test func `other code runs on the main actor while many values wait`() async {
    let (relay, inbox) = (PublishRelay<Int>(), Inbox(1_000))
    let subscription = relay.sinkOnMainActor { inbox.note($0) }
    onThreads(1) { id in accept(1_000, from: id, into: relay) }
    #expect(await Task { inbox.values.count }.value < 1_000)
    await inbox.full.wait()
    #expect(inbox.values == Array(0..<1_000))
    withExtendedLifetime(subscription) {}
  }

  // NB: Only a release build released these values under the lock.
  @Test func `a waiting value that a cancel drops may send another one from its deinit`() {
    let (relay, ends) = (PublishRelay<Ending>(), Log<Int>())
    onThreads(1) { _ in
      let subscription = relay.sinkOnMainActor { _ in }
      for id in 0..<3 {
        relay.accept(
          Ending {
            ends.note(id)
            relay.accept(Ending {})
          }
        )
      }
      subscription.cancel()
    }
    #expect(ends.entries == [0, 1, 2])
  }

  @Test(.needsImmediateTasks) func `a cancel on the main actor drops the waiting values`() async {
    let (relay, inbox) = (BehaviorRelay(-1), Inbox(2))
    let subscription = relay.sinkOnMainActor { inbox.note($0) }
    onThreads(2) { id in accept(10, from: id, into: relay) }
    subscription.cancel()
    await hop()
    #expect(inbox.values == [-1])
  }

  @Test(.needsImmediateTasks) func `a cancel on another thread drops the waiting values`() async {
    let (relay, inbox, kept) = (BehaviorRelay(-1), Inbox(2), Kept())
    kept.subscription = relay.sinkOnMainActor { inbox.note($0) }
    onThreads(1) { id in
      accept(10, from: id, into: relay)
      kept.subscription = nil
    }
    await hop()
    #expect(inbox.values == [-1])
  }

  @Test func `a subscription of another thread starts with the current value`() async {
    let (relay, inbox, kept) = (BehaviorRelay(7), Inbox(2), Kept())
    onThreads(1) { _ in kept.subscription = relay.sinkOnMainActor { inbox.note($0) } }
    #expect(inbox.values == [])
    relay.accept(8)
    await inbox.full.wait()
    #expect(inbox.values == [7, 8])
  }

  @Test func `a model dropped during a delivery on any thread is released`() async {
    for round in 0..<100 * Stress.factor {
      let loader = Loader { (request: Int) in request }
      var model: LoaderModel? = LoaderModel(loader)
      let held = Weak(model)
      let (started, ended) = (Gate(), Gate())
      Thread {
        onThreads(2) { id in
          loader.load(id)
          started.open()
          for request in 0..<round % 100 { loader.load(request) }
        }
        ended.open()
      }.start()
      await started.wait()
      if round % 2 == 0 { await hop() }
      #expect(model?.state.error == nil)
      model = nil
      #expect(held.isReleased)
      await ended.wait()
    }
  }

  @Test func `a model dropped on another thread is released`() async {
    for round in 0..<100 * Stress.factor {
      let loader = Loader { (request: Int) in request }
      let kept = Kept()
      kept.model = LoaderModel(loader)
      let held = Weak(kept.model)
      onThreads(2) { id in
        if id == 0 { kept.model = nil } else { accept(round % 100, into: loader) }
      }
      #expect(held.isReleased)
      await hop()
    }
  }
}

/// Runs the queued work of the main actor.
@MainActor private func hop() async {
  await Task { @MainActor in MainActor.assertIsolated() }.value
}

private func accept(_ count: Int, from id: Int, into relay: some Relay<Int>) {
  for number in 0..<count { relay.accept(id * 1_000 + number) }
}

private func accept(_ count: Int, into loader: Loader<Int, Int, Never>) {
  for number in 0..<count { loader.load(number) }
}

/// The received values, and a gate that opens when all have arrived.
@MainActor private final class Inbox {
  private(set) var values: [Int] = []
  let full = Gate()
  private let count: Int

  init(_ count: Int) { self.count = count }

  func note(_ value: Int) {
    values.append(value)
    if values.count == count { full.open() }
  }
}

/// An object that one thread creates or releases, for a test that waits for that thread.
private final class Kept: @unchecked Sendable {
  // SAFETY: the test touches it only when the thread has ended.
  var subscription: AnyCancellable?
  var model: LoaderModel<Loader<Int, Int, Never>>?
}
