import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of "Limiting the time of a load".
@Suite struct `The timeout of a load (L13)` {
  private let states = MarbleStates<String, SampleError>.states(
    loaded: ["A": "A"],
    failed: ["f": .first, "s": .second]
  )

  private func loader(
    _ m: Marbles,
    _ work: MarbleCold<String, SampleError>,
    _ timeout: LoadTimeout,
    retry: RetryPolicy = .never
  ) -> Loader<NoRequest, String, SampleError> {
    let policy = LoadPolicy(retry: retry, timeout: timeout, clock: m.clock)
    return m.keep(
      Loader(policy: policy) { () async throws(SampleError) -> String in
        try await work(orCancelled: .second)
      }
    )
  }

  private let ofAttempt = LoadTimeout(attempt: .milliseconds(30), failure: SampleError.first)
  private let once = RetryPolicy.constant(.milliseconds(10), limit: 1)

  @Test(arguments: [MarbleCancellation.honored, .ignored])
  func `a timeout fails the load, also if the work ignores cancellation`(
    _ cancellation: MarbleCancellation
  ) {
    marbles { m in
      let work = m.cold("-----A|", failure: SampleError.first, cancellation: cancellation)
      let loader = loader(m, work, ofAttempt)
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl--f", states)
      m.expectSubscriptions(work, [cancellation == .ignored ? "-^----!" : "-^--!"])
    }
  }

  @Test func `a load in time is loaded, and its timeout ends with it`() {
    marbles { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let loader = loader(m, work, LoadTimeout(attempt: .seconds(9), failure: SampleError.first))
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl-A", states)
    }
  }

  @Test func `an attempt that timed out is retried, and its late result changes nothing`() {
    marbles { m in
      let work = m.cold(
        "-----f|",
        failure: SampleError.first,
        then: ["-A|"],
        cancellation: .ignored
      )
      let loader = loader(m, work, ofAttempt, retry: once)
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl--1-A", states)
    }
  }

  @Test func `a late attempt does not end the current one`() {
    marbles { m in
      // The first attempt fails with f after 50 ms, while the second, started after 40 ms, runs.
      let work = m.cold(
        "-----f|",
        failure: SampleError.first,
        then: ["--A|"],
        cancellation: .ignored
      )
      let loader = loader(m, work, ofAttempt, retry: once)
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl--1--A", states)
    }
  }

  @Test func `the timeout of a whole load includes its retries, and is final`() {
    marbles { m in
      let work = m.cold("-#", failure: SampleError.second)
      let timeout = LoadTimeout(load: .milliseconds(50), failure: SampleError.first)
      let loader = loader(m, work, timeout, retry: .constant(.milliseconds(10), limit: 9))
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl1-2-f", states)
    }
  }

  @Test func `each load has the full timeout`() {
    marbles { m in
      let work = m.cold("---A|", failure: SampleError.second)
      let timeout = LoadTimeout(load: .milliseconds(40), failure: SampleError.first)
      let loader = loader(m, work, timeout)
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(50)) { loader.refresh() }
      m.expect(loader.states, "nl--Ar--A", states)
    }
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a timeout of zero fails immediately`(_ limit: Duration) {
    marbles { m in
      let work = m.cold("-A|", failure: SampleError.second)
      let loader = loader(m, work, LoadTimeout(attempt: limit, failure: SampleError.first))
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "n(lf)", states)
    }
  }

  @Test
  func `a timeout that ends before its attempt starts does not prevent the retry`() async {
    let clock = PromptClock()
    let policy = LoadPolicy(
      retry: .constant(.milliseconds(10), limit: 1),
      timeout: LoadTimeout(attempt: .zero, failure: SampleError.first),
      clock: clock
    )
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in 1 }
    let load = loader.load()
    await clock.waits.waiterArrived()
    clock.waits.open()
    #expect(await load.outcome() == .failed(.first))
  }

  @Test func `a loader of any errors fails with a timeout error`() {
    marbles { m in
      let answer = m.cold("-----A|")
      let policy = LoadPolicy(timeout: LoadTimeout(attempt: .milliseconds(30)), clock: m.clock)
      let loader = m.keep(Loader(policy: policy) { try await answer() })
      m.at(.milliseconds(10)) { loader.load() }
      let states = MarbleStates.states(
        loaded: ["A": "A"],
        failed: ["f": LoadError(LoadTimeoutError())]
      )
      m.expect(loader.states, "nl--f", states)
    }
    #expect(LoadError(LoadTimeoutError()).localizedDescription == "The request timed out.")
  }

  #if os(macOS) || os(Linux)
  @Test func `a timeout error of another type is refused when the loader is created`() async {
    await #expect(processExitsWith: .failure) {
      _ = Loader(policy: LoadPolicy(timeout: LoadTimeout())) {
        () async throws(SampleError) -> Int in 1
      }
    }
  }
  #endif
}

/// A clock on which a wait of zero ends immediately, and any other when the test says so.
private struct PromptClock: Clock {
  let waits = Gate()
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    if deadline > now { await waits.wait() }
  }
}
