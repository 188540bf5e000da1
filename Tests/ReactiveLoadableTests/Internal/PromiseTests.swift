import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `A promise and its waiting tasks` {
  @Test func `a cancelled task that ignores cancellation gets the later result`() async {
    let (promise, values) = (Promise<Int>(), Log<Int?>())
    let waiter = Task<Void, Never>.startedImmediately {
      withUnsafeCurrentTask { $0?.cancel() }
      values.note(await promise.valueIgnoringCancellation)
    }
    promise.fulfill(1)
    await waiter.value
    #expect(values.entries == [1])
  }

  @Test func `a cancelled task stops waiting`() async {
    let (promise, values) = (Promise<Int>(), Log<Int?>())
    let waiter = Task<Void, Never>.startedImmediately {
      withUnsafeCurrentTask { $0?.cancel() }
      values.note(await promise.value)
    }
    await waiter.value
    promise.fulfill(1)
    #expect(values.entries == [nil])
  }

  @Test func `the first result stays`() async {
    let promise = Promise<Int>()
    promise.fulfill(1)
    promise.fulfill(2)
    #expect(await promise.value == 1)
  }
}
