import Foundation
import ReactiveLoadable
import TestSupport
import Testing

/// Releases and priorities at unusual moments of a load.
@Suite struct `Loads and their tasks at the edges (L4, L5, L6)` {
  @Test(.needsImmediateTasks)
  func `work that another task cancels is cancelled from its first suspension on`() async {
    let (started, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (gate, done, log) = (Gate(), Gate(), Log<Bool>())
    let loader = Loader { () async -> Int in
      started.signal()
      cancelled.wait()
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      log.note(Task.isCancelled)
      done.open()
      return 1
    }
    onThreads(2) { thread in
      if thread == 0 {
        loader.load()
      } else {
        started.wait()
        loader.cancel()
        cancelled.signal()
      }
    }
    await done.wait()
    #expect(log.entries == [true])
    #expect(loader.state == .notRequested)
  }

  @Test(arguments: [false, true])
  func `work that ignores its cancellation retains no values of its loader`(
    isQueued: Bool
  ) async {
    let (gate, done) = (Gate(), Gate())
    let policy = LoadPolicy(queue: isQueued ? LoadQueue(limit: 1) : nil)
    var loader: Loader<Int, Item, Never>? = Loader(policy: policy) { _ in
      await gate.wait()
      done.open()
      return Item()
    }
    var item: Item? = Item()
    let value = Weak(item)
    item.map { loader?.set($0) }
    item = nil
    loader?.load(1)
    await gate.waiterArrived()
    loader = nil
    #expect(value.isReleased)
    gate.open()
    await done.wait()
  }

  @Test(arguments: [false, true])
  func `a task of lower priority that joins a load does not lower that of its retries`(
    isQueued: Bool
  ) async {
    let (gate, log) = (Gate(), Log<TaskPriority>())
    let queue = isQueued ? LoadQueue(limit: 1) : nil
    let policy = LoadPolicy(retry: .constant(.zero, limit: 1), queue: queue)
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in
      await gate.wait()
      log.note(Task.currentPriority)
      if log.entries.count == 1 { throw .first }
      return 1
    }
    let handle = await Task(priority: .high) { loader.load() }.value
    await gate.waiterArrived()
    _ = await Task(priority: .background) { loader.load() }.value
    gate.open()
    _ = await Task(priority: .background) { await handle.outcome() }.value
    #expect(log.entries == [.high, .high])
  }

  @Test(arguments: [false, true])
  func `a task of lower priority that retries a load keeps that of the load`(isQueued: Bool) async {
    let (failed, log) = (Gate(), Log<TaskPriority>())
    let queue = isQueued ? LoadQueue(limit: 1) : nil
    let policy = LoadPolicy(retry: .constant(.seconds(3600), limit: 1), queue: queue)
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in
      log.note(Task.currentPriority)
      if log.entries.count == 1 { throw .first }
      return 1
    }
    let states = loader.states.sink { state in
      if case .loading(let loading) = state, loading.attempt == 1 { failed.open() }
    }
    _ = await Task(priority: .high) { loader.load() }.value
    await failed.wait()
    _ = await Task(priority: .background) { await loader.retry().outcome() }.value
    #expect(log.entries == [.high, .high])
    withExtendedLifetime(states) {}
  }
}

private final class Item: Sendable {}
