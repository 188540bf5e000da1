import Dispatch
import ReactiveStore
import TestSupport
import Testing

/// Calls of several threads.
@Suite("Threads: concurrent ids (S6)", .serialized)
struct ThreadTests {
  @Test
  func `an effect that two threads run concurrently starts once if a second start is ignored`()
    async
  {
    let (begun, _) = await beginTwice(.ignore)
    #expect(begun == ids)
  }

  @Test(.needsImmediateTasks)
  func `of effects that two threads run concurrently, each replacing, one keeps running`() async {
    let (begun, cancelled) = await beginTwice(.replace)
    #expect(begun - cancelled == ids)
  }
}

private let ids = 20_000

/// Runs the same ids on two threads, and returns the numbers of started and cancelled ones.
private func beginTwice(_ overlap: EffectOverlap) async -> (begun: Int, cancelled: Int) {
  let store = Store(Counter.State()) { Counter() }
  let (begun, cancelled, gate) = (Log<Int>(), Log<Int>(), Gate())
  DispatchQueue.concurrentPerform(iterations: 2) { _ in
    for id in 0..<ids {
      store.run(Hold(begun: begun, cancelled: cancelled, gate: gate), id: id, overlap: overlap)
    }
  }
  await store.send(.add(0)).finish()
  defer { gate.open() }
  return (begun.entries.count, cancelled.entries.count)
}

/// Runs until it is cancelled.
private struct Hold: AsyncAction {
  let begun: Log<Int>
  let cancelled: Log<Int>
  let gate: Gate

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    begun.note(1)
    await withTaskCancellationHandler {
      await gate.wait()
    } onCancel: {
      cancelled.note(1)
    }
  }
}
