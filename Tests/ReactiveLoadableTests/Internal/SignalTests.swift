import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

@Suite struct `Tasks that wait for a signal` {
  /// Tasks that wait for one promise, and the order in which they return.
  private struct Queue {
    let promise = Promise<Int>()
    let log = Log<Int>()
    private(set) var waiters: [Task<Void, Never>] = []

    @MainActor init(of count: Int) {
      for number in 0..<count {
        let wait = Task { @MainActor [promise, log] in
          _ = await promise.answer
          log.note(number)
        }
        waiters.append(wait)
      }
    }

    @MainActor func settle() async {
      promise.settle(1)
      for waiter in waiters { await waiter.value }
    }
  }

  @MainActor @Test(arguments: [[], [0], [1], [0, 1], [2, 0], [0, 1, 2, 3], [3, 2, 1, 0, 4]])
  func `waiting tasks are woken in their order`(cancelled: [Int]) async {
    let queue = Queue(of: 6)
    // A later task of the main actor: all waiting tasks are suspended when it runs.
    await Task { @MainActor in }.value
    for number in cancelled { queue.waiters[number].cancel() }
    await queue.settle()
    #expect(queue.log.entries == cancelled + (0..<6).filter { !cancelled.contains($0) })
  }

  @Test func `a cancelled task is not woken again`() async {
    let (promise, answers) = (Promise<Int>(), Log<Int?>())
    let wait = { @Sendable in answers.note(await promise.answer) }
    let cancelled = Task<Void, Never>.startedAtOnce { await wait() }
    cancelled.cancel()
    await cancelled.value
    let other = Task<Void, Never>.startedAtOnce { await wait() }
    promise.settle(1)
    await other.value
    #expect(answers.entries == [nil, 1])
  }

  @Test func `each of many tasks that are cancelled during the signal returns once`() async {
    for round in 0..<5 {
      let (promise, answers) = (Promise<Int>(), Log<Int?>())
      let waiters = (0..<500).map { _ in
        Task<Void, Never>.startedAtOnce { answers.note(await promise.answer) }
      }
      onThreads(3) { id in
        if id == 2 { return promise.settle(round) }
        for number in 0..<250 { waiters[id == 0 ? number : 499 - number].cancel() }
      }
      for waiter in waiters { await waiter.value }
      #expect(answers.entries.count == 500)
    }
  }
}
