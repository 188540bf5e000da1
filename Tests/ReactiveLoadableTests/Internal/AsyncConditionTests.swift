import MarbleTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

@Suite struct `Tasks that wait for a condition` {
  // A marble run has one thread; with several, tasks that are resumed in order can continue in another one.
  @Test(arguments: [[], [0], [1], [0, 1], [2, 0], [0, 1, 2, 3], [3, 2, 1, 0, 4]])
  func `waiting tasks are woken in their order`(cancelled: [Int]) {
    marbles { m in
      let (promise, log) = (Promise<Int>(), Log<Int>())
      let waiters = (0..<6).map { number in
        Task {
          _ = await promise.value
          log.note(number)
        }
      }
      m.at(.milliseconds(10)) { for number in cancelled { waiters[number].cancel() } }
      m.at(.milliseconds(20)) { promise.fulfill(1) }
      m.at(.milliseconds(30)) {
        #expect(log.entries == cancelled + (0..<6).filter { !cancelled.contains($0) })
      }
    }
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
