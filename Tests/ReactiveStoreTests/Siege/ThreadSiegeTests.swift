import Dispatch
import ReactiveStore
import TestSupport
import Testing

/// Attacks from several threads at once.
@Suite("Threads: siege of ids (S6)", .serialized)
struct ThreadSiegeTests {
  @Test func `of two threads that run what is not begun twice, one begins it`() async {
    let most = mostAtWork(.ignoring)
    #expect(most == 1)
  }

  @Test func `of two threads that run what takes the place of its like, one stays at work`() async {
    let most = mostAtWork(.replacing)
    #expect(most == 1)
  }
}

/// How many were at work at once, at most, of what two threads ran with one id.
private func mostAtWork(_ overlap: EffectOverlap) -> Int {
  (0..<1_000).map { _ in
    let (store, events) = (Store(Counter.State()) { Counter() }, Log<Int>())
    let gate = Gate()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      store.run(Hold(events: events, gate: gate), id: "fetch", overlap: overlap)
    }
    defer { gate.open() }
    return events.entries.reduce(0, +)
  }.max() ?? 0
}

/// Is at work until it is cancelled.
private struct Hold: AsyncAction {
  let events: Log<Int>
  let gate: Gate

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    events.note(1)
    await withTaskCancellationHandler {
      await gate.wait()
    } onCancel: {
      events.note(-1)
    }
  }
}
