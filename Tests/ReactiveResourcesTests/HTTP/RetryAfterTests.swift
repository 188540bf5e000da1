import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `A policy that respects Retry-After (G6)` {
  private let backoff = RetryPolicy(limit: 3, shouldRetry: { !($0 is Bench.Failure) }) { retry, _ in
    .seconds(retry)
  }
  private let date = SettableDate()

  private var policy: RetryPolicy {
    backoff.respectingRetryAfter(atMost: .seconds(30), wallClock: date.clock)
  }

  private func error(_ time: RetryAfter?) -> ResourceError { .status(503, retryAfter: time) }

  @Test func `waits for the longer of the two times`() {
    #expect(policy.limit == 3)
    for (time, delays) in [
      (nil, [1, 2]), (.seconds(0), [1, 2]), (.seconds(2), [2, 2]), (.seconds(30), [30, 30]),
      (.date(.start + 20), [20, 20]), (.date(.start - 5), [1, 2]),
    ] as [(RetryAfter?, [Int])] {
      #expect((1...2).map { policy.delay($0, error(time)) } == delays.map { .seconds($0) })
      #expect(policy.shouldRetry(error(time)))
    }
  }

  @Test func `does not retry if the server requires a longer time than the limit`() {
    #expect(!policy.shouldRetry(error(.seconds(31))))
    #expect(!policy.shouldRetry(error(.date(.start + 31))))
    date.advance(1)
    #expect(policy.shouldRetry(error(.date(.start + 31))))
  }

  @Test func `retries other errors as before`() {
    #expect(policy.shouldRetry(ResourceError.notStored))
    #expect(!policy.shouldRetry(Bench.Failure()))
    #expect(policy.delay(2, ResourceError.notStored) == .seconds(2))
  }
}
