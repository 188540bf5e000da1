import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// Events that arrive late, timeouts, and the text of the core.
@Suite struct `The core of a mutation (M3, M8, M9, M13)` {
  @Test func `late events of work that is not current have no effect`() {
    var core = MutationCore(MutationPolicy(retry: .constant(.seconds(1), limit: 1)))
    _ = core.handle(.run())
    _ = core.handle(.attempt(.failed(mayRetry: true), 1))
    for late in [.succeeded, .threwCancellation, .delayElapsed] as [AttemptCycle.Event] {
      let before = core
      #expect(core.handle(.attempt(late, 1)) == nil)
      #expect(core == before)
    }
    _ = core.handle(.attempt(.delayElapsed, 2))
    _ = core.handle(.cancelWrite(1))
    for late in [.timedOut(isFailure: true), .delayElapsed, .reported] as [AttemptCycle.Event] {
      let before = core
      #expect(core.handle(.attempt(late, 1)) == nil)
      #expect(core.handle(.attempt(late, 3)) == nil)
      #expect(core == before)
    }
  }

  @Test(arguments: [true, false])
  func `a timeout stops work, and ends a delay before a retry`(isFailure: Bool) {
    var core = MutationCore(MutationPolicy(retry: .constant(.seconds(1), limit: 1)))
    let expired = MutationCore.Event.attempt(.timedOut(isFailure: isFailure), 1)
    for _ in 1...2 { _ = core.handle(.run()) }
    var stopped = core
    #expect(stopped.handle(expired) == (isFailure ? .failed : .cancelled))
    #expect("\(stopped)" == "serial, 1 stopping, 2 waiting")
    _ = core.handle(.attempt(.failed(mayRetry: true), 1))
    #expect(core.handle(expired) == (isFailure ? .failed : .cancelled))
    #expect("\(core)" == "serial, 2 running attempt 3, 0 retries")
  }

  @Test func `The core prints its overlap, its writes and their phases`() {
    var core = MutationCore(MutationPolicy(retry: .constant(.seconds(1), limit: 1)))
    #expect("\(core)" == "serial")
    for _ in 1...3 { _ = core.handle(.run()) }
    #expect("\(core)" == "serial, 1 running attempt 1, 0 retries, 2 waiting, 3 waiting")
    _ = core.handle(.cancelWrite(1))
    #expect("\(core)" == "serial, 1 stopping, 2 waiting, 3 waiting")
    _ = core.handle(.attempt(.threwCancellation, 1))
    _ = core.handle(.attempt(.failed(mayRetry: true), 2))
    #expect("\(core)" == "serial, 2 running delay 3, 1 retries, 3 waiting")
    _ = core.handle(.attempt(.delayElapsed, 3))
    _ = core.handle(.cancelWrite(2))
    #expect("\(core)" == "serial, 2 stopping, 3 waiting")
    _ = core.handle(.reset)
    #expect("\(core)" == "serial, 2 discarded")
  }
}
