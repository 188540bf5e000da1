import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `A promise and its waiting tasks` {
  @Test func `a cancelled task that ignores cancellation gets the later result`() async {
    let (promise, answers) = (Promise<Int>(), Log<Int?>())
    let waiter = Task<Void, Never>.startedAtOnce {
      withUnsafeCurrentTask { $0?.cancel() }
      answers.note(await promise.answerInAnyCase)
    }
    promise.settle(1)
    await waiter.value
    #expect(answers.entries == [1])
  }

  @Test func `a cancelled task stops waiting`() async {
    let (promise, answers) = (Promise<Int>(), Log<Int?>())
    let waiter = Task<Void, Never>.startedAtOnce {
      withUnsafeCurrentTask { $0?.cancel() }
      answers.note(await promise.answer)
    }
    await waiter.value
    promise.settle(1)
    #expect(answers.entries == [nil])
  }

  @Test func `the first result stays`() async {
    let promise = Promise<Int>()
    promise.settle(1)
    promise.settle(2)
    #expect(await promise.answer == 1)
  }
}
