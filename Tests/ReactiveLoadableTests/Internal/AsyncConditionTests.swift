import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

@Suite struct `Tasks that wait for a condition` {
  /// Tasks that wait for one promise, and the order in which they return.
  private struct Queue {
    let promise = Promise<Int>()
    let log = Log<Int>()
    private(set) var waiters: [Task<Void, Never>] = []

    @MainActor init(of count: Int) {
      for number in 0..<count {
        let wait = Task { @MainActor [promise, log] in
          _ = await promise.value
          log.note(number)
        }
        waiters.append(wait)
      }
    }

    @MainActor func fulfill() async {
      promise.fulfill(1)
      for waiter in waiters { await waiter.value }
    }
  }

  @MainActor @Test(arguments: [[], [0], [1], [0, 1], [2, 0], [0, 1, 2, 3], [3, 2, 1, 0, 4]])
  func `waiting tasks are woken in their order`(cancelled: [Int]) async {
    let queue = Queue(of: 6)
    // A later task of the main actor: all waiting tasks are suspended when it runs.
    await Task { @MainActor in }.value
    for number in cancelled { queue.waiters[number].cancel() }
    await queue.fulfill()
    #expect(queue.log.entries == cancelled + (0..<6).filter { !cancelled.contains($0) })
  }

  @Test func `a cancelled task is not woken again`() async {
    let (promise, values) = (Promise<Int>(), Log<Int?>())
    let wait = { @Sendable in values.note(await promise.value) }
    let cancelled = Task<Void, Never>.startedImmediately { await wait() }
    cancelled.cancel()
    await cancelled.value
    let other = Task<Void, Never>.startedImmediately { await wait() }
    promise.fulfill(1)
    await other.value
    #expect(values.entries == [nil, 1])
  }

  @Test func `each of many tasks that are cancelled during the wake-up returns once`() async {
    for round in 0..<5 {
      let (promise, values) = (Promise<Int>(), Log<Int?>())
      let waiters = (0..<500).map { _ in
        Task<Void, Never>.startedImmediately { values.note(await promise.value) }
      }
      onThreads(3) { id in
        if id == 2 { return promise.fulfill(round) }
        for number in 0..<250 { waiters[id == 0 ? number : 499 - number].cancel() }
      }
      for waiter in waiters { await waiter.value }
      #expect(values.entries.count == 500)
    }
  }
}
