import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@Suite("Threads: loaders under real threads (L1-L4, L6)", .serialized) struct LoaderThreadsTests {
  typealias State = Loadable<Int, SampleError>

  @Test(arguments: [2, 4, 8])
  func `intents from all threads end every load, with legal states only`(threads: Int) async {
    let storm = LoaderStorm()
    let states = StateLog()
    let subscription = storm.loader.states.sink { states.note($0) }
    onThreads(threads) { id in
      var random = SeededGenerator(UInt64(id))
      for _ in 0..<2_000 * Stress.factor / threads { storm.perform(random.below(24)) }
    }
    storm.gate.open()
    for handle in storm.handles.entries { #expect(await handle.outcome() != .abandoned) }
    #expect(!storm.loader.state.isLoading, "loading with no work")
    #expect(states.log.last == storm.loader.state)
    #expect(states.illegal == [])
    withExtendedLifetime(subscription) {}
  }

  @Test
  func `a refresh while another thread announces a retry is not lost`() async {
    let (announced, refreshed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Log<Int>()
    let policy = LoadPolicy(retry: .constant(.seconds(60), limit: 1))
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in
      calls.note(1)
      if calls.entries.count == 1 { throw .first }
      return 2
    }
    let observer = loader.states.sink { state in
      guard state == .loading(Loading(attempt: 1)) else { return }
      announced.signal()
      refreshed.wait()
    }
    let handles = Log<LoadTask<Int, SampleError>>()
    onThreads(2) { id in
      if id == 0 { return handles.note(loader.load()) }
      announced.wait()
      loader.refresh()
      refreshed.signal()
    }
    #expect(await handles.entries[0].outcome() == .loaded(2))
    withExtendedLifetime(observer) {}
  }

  @Test func `a loader dropped at any time ends all waiting calls`() async {
    for round in 0..<200 * Stress.factor {
      let gate = Gate()
      var loader: Loader<Int, Int, Never>? = Loader { request in
        if round % 2 == 0 { await gate.wait() }
        return request
      }
      let (first, handles) = (loader, Log<LoadTask<Int, Never>>())
      loader = nil
      let share = Share(first)
      onThreads(2) { id in
        guard let loader = share.take(id) else { return }
        handles.note(loader.load(id))
        if round % 3 == 0 { loader.cancel() }
      }
      gate.open()
      for handle in handles.entries { #expect(await handle.outcome() != .abandoned) }
    }
  }

  @Test(.needsImmediateTasks) func `loadIfNeeded from many threads loads once`() async {
    for _ in 0..<100 * Stress.factor {
      let calls = Log<Void>()
      let loader = Loader { () async -> Int in
        calls.note(())
        return 1
      }
      onThreads(4) { _ in loader.loadIfNeeded() }
      #expect(calls.entries.count == 1)
      #expect(loader.state == .loaded(1))
    }
  }
}

/// A loader with work of every kind, and all of its handles.
private final class LoaderStorm: Sendable {
  let gate = Gate()
  let handles = Log<LoadTask<Int, SampleError>>()
  let loader: Loader<Int, Int, SampleError>

  init() {
    loader = Loader { [gate] request async throws(SampleError) -> Int in
      switch request % 4 {
      case 0: return request
      case 1: throw .first
      default:
        await gate.wait()
        return request
      }
    }
  }

  func perform(_ roll: Int) {
    switch roll {
    case 0..<8: handles.note(loader.load(roll))
    case 8..<12: handles.note(loader.loadIfNeeded(roll))
    case 12..<15: handles.note(loader.refresh())
    case 15, 16: handles.note(loader.retry())
    case 17, 18: loader.cancel()
    case 19: loader.reset()
    case 20, 21: loader.set(-roll)
    default: handles.entries.last?.cancel()
    }
  }
}

/// The states that a subscriber receives; without a lock, because calls never overlap (R3).
private final class StateLog: @unchecked Sendable {
  // SAFETY: only the relay calls `note`, never two threads at a time; read when all have joined.
  private(set) var log: [LoaderThreadsTests.State] = []
  private(set) var illegal: [String] = []

  func note(_ state: LoaderThreadsTests.State) {
    switch (log.last, state) {
    case (.notRequested, .failed), (.loaded, .failed), (.failed, .failed):
      illegal.append("\(String(describing: log.last)) to \(state)")
    default: break
    }
    log.append(state)
  }
}
