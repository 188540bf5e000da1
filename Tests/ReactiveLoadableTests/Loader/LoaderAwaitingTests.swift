import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Awaiting and owning a load (L3, L4, L5, L6)` {
  @Test func `a hundred threads that call loadIfNeeded run the load function once`() async {
    let gate = Gate()
    let calls = Log<Void>()
    let loader = Loader {
      calls.note(())
      await gate.wait()
      return 1
    }
    let outcomes = await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { await loader.loadIfNeeded().outcome() } }
      await gate.waiterArrived()
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(calls.entries.count == 1)
    #expect(outcomes.count == 100)
    #expect(outcomes.allSatisfy { $0 == .loaded(1) || $0 == .skipped(.fresh) })
    #expect(loader.state == .loaded(1))
  }

  @Test func `every caller that joined receives the outcome`() async {
    let gate = Gate()
    let loader = Loader { () async throws(SampleError) -> Int in
      await gate.wait()
      throw .first
    }
    let handles = (0..<5).map { _ in loader.load() }
    gate.open()
    for handle in handles { #expect(await handle.outcome() == .failed(.first)) }
    #expect(loader.state == .failed(.first))
  }

  @Test func `cancelling a waiting task does not cancel the load`() async {
    let gate = Gate()
    let loader = Loader {
      await gate.wait()
      return 1
    }
    let handle = loader.load()
    let waiter = Task { await handle.outcome() }
    waiter.cancel()
    #expect(await waiter.value == .abandoned)
    #expect(loader.state == .loading)
    gate.open()
    #expect(await handle.outcome() == .loaded(1))
  }

  @Test func `cancelling a task that owns the load cancels it`() async {
    let gate = Gate()
    let loader = Loader {
      await gate.wait()
      return 1
    }
    let handle = loader.load()
    let owner = Task { await handle.outcome(whenCancelled: .cancelLoad) }
    owner.cancel()
    #expect(await owner.value != .loaded(1))
    #expect(await handle.outcome() == .cancelled)
    #expect(loader.state == .notRequested)
    gate.open()
  }

  @Test func `a handle cancels its own load and no later one`() async {
    let gate = Gate()
    let loader = Loader { (request: Int) in
      await gate.wait()
      return request
    }
    let first = loader.load(1)
    let second = loader.load(2)
    first.cancel()
    #expect(loader.state == .loading)
    #expect(await first.outcome() == .replaced)
    second.cancel()
    #expect(await second.outcome() == .cancelled)
    #expect(loader.state == .notRequested)
    gate.open()
  }

  @Test(arguments: [CancellationError() as any Error, URLError(.cancelled)])
  func `work that throws a cancellation without a cancel is no failure`(error: any Error) async {
    let loader = Loader { () async throws -> Int in throw error }
    loader.set(1)
    #expect(await loader.load().outcome() == .cancelled)
    #expect(loader.state == .loaded(1))
  }

  @Test func `a policy adds errors that count as a cancellation`() async {
    let policy = LoadPolicy { $0 as? SampleError == .second }
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in throw .second }
    #expect(await loader.load().outcome() == .cancelled)
    #expect(loader.state == .notRequested)
  }

  @Test func `an intent of a cancelled task starts a load, and the task does not wait`() async {
    let gate = Gate()
    let loader = Loader {
      await gate.wait()
      return 1
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await loader.load().outcome()
    }
    #expect(await task.value == .abandoned)
    #expect(loader.state == .loading)
    gate.open()
    #expect(await loader.load().outcome() == .loaded(1))
  }

  @Test func `a cancelled task that owns its load cancels it`() async {
    let gate = Gate()
    let loader = Loader {
      await gate.wait()
      return 1
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await loader.load().outcome(whenCancelled: .cancelLoad)
    }
    #expect(await task.value == .cancelled)
    #expect(loader.state == .notRequested)
    gate.open()
  }

  @Test(.needsImmediateTasks) func `a cancelled task gets the outcome of a settled load`()
    async
  {
    let loader = Loader { 1 }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await loader.load().outcome()
    }
    #expect(await task.value == .loaded(1))
  }

  @Test func `an intent without effect returns the reason`() async {
    let loader = Loader { 1 }
    #expect(await loader.refresh().outcome() == .skipped(.noRequest))
    #expect(await loader.retry().outcome() == .skipped(.noFailure))
    #expect(await loader.loadIfNeeded().outcome() == .loaded(1))
    #expect(await loader.loadIfNeeded().outcome() == .skipped(.fresh))
  }

  // MARK: The end

  @Test(.needsImmediateTasks) func `dropping the loader cancels its work and finishes its states`()
    async
  {
    let gate = Gate()
    let log = Log<String>()
    var loader: Loader<NoRequest, Int, Never>? = Loader {
      await withTaskCancellationHandler(operation: { await gate.wait() }) {
        log.note("cancelled")
        gate.open()
      }
      return 1
    }
    let subscription = loader?.states.sink(
      receiveCompletion: { _ in log.note("finished") },
      receiveValue: { log.note("\($0)") }
    )
    let handle = loader?.load()
    loader = nil
    #expect(await handle?.outcome() == .cancelled)
    #expect(log.entries.suffix(3).contains("finished"))
    #expect(log.entries.contains("cancelled"))
    #expect(log.entries.last { $0 != "finished" && $0 != "cancelled" } == "notRequested")
    withExtendedLifetime(subscription) {}
  }

  @Test func `a view of the states finishes with the loader, in its last settled state`() async {
    let gate = Gate()
    var loader: Loader<NoRequest, Int, Never>? = Loader {
      await gate.wait()
      return 1
    }
    let states = loader?.states
    let elements = states?.elements
    loader?.set(7)
    loader?.load()
    loader = nil
    var seen: [Loadable<Int, Never>] = []
    if let elements { for await state in elements { seen.append(state) } }
    #expect(seen == [.notRequested, .loaded(7), .loading(previous: 7, cause: .load), .loaded(7)])
    #expect(states?.value == .loaded(7))
    gate.open()
  }

  @Test func `work sees its cancellation before it suspends for the first time`() async {
    let (handle, log) = (WeakLoader(), Log<Bool>())
    let loader = Loader { () async -> Int in
      log.note(Task.isCancelled)
      handle.loader?.cancel()
      log.note(Task.isCancelled)
      return 1
    }
    handle.loader = loader
    #expect(await loader.load().outcome() == .cancelled)
    #expect(log.entries == [false, true])
  }

  @Test func `work that cancels its own loader before it suspends is cancelled`() async {
    let gate = Gate()
    let handle = WeakLoader()
    let loader = Loader { () async -> Int in
      handle.loader?.cancel()
      await withTaskCancellationHandler(operation: { await gate.wait() }, onCancel: { gate.open() })
      return 1
    }
    handle.loader = loader
    #expect(await loader.load().outcome() == .cancelled)
    await gate.wait()
    #expect(loader.state == .notRequested)
  }

  @Test func `work that never returns does not keep the loader alive`() async {
    let gate = Gate()
    var loader: Loader<NoRequest, Int, Never>? = Loader {
      await gate.wait()
      return 1
    }
    let weakLoader = Weak(loader)
    let handle = loader?.load()
    loader = nil
    #expect(weakLoader.isReleased)
    #expect(await handle?.outcome() == .cancelled)
    gate.open()
  }

  @Test(.needsImmediateTasks)
  func `a sequence that ignores cancellation is abandoned when the loader is released`() async {
    let (relay, left) = (PublishRelay<Int>(), Gate())
    var loader: Loader<Int, Int, Never>? = Loader { $0 }
    loader?.load(on: UncancellableSequence(left: left, relay: relay))
    loader = nil
    relay.accept(1)
    await left.wait()
  }

  @Test(.needsImmediateTasks) func `streams do not keep the loader alive, and end with it`() {
    let requests = PassthroughSubject<Int, Never>()
    let log = Log<Int>()
    var loader: Loader<Int, Int, Never>? = Loader { request in
      log.note(request)
      return request
    }
    let weakLoader = Weak(loader)
    loader?.load(on: requests)
    loader?.load(on: AsyncStream<Int> { _ in })
    requests.send(1)
    loader = nil
    #expect(weakLoader.isReleased)
    requests.send(2)
    #expect(log.entries == [1])
  }
}

/// A reference to the loader for its own load function.
private final class WeakLoader: @unchecked Sendable {
  // SAFETY: set before the load starts, which is the only reader.
  weak var loader: Loader<NoRequest, Int, Never>?
}
