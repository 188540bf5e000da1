import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Contract L7: one diagram for each of its sentences; `1`, `2` are loading in that retry.
@Suite struct `Retries (L7)` {
  typealias State = Loadable<String, SampleError>

  private func loader(
    _ m: Marbles,
    _ work: MarbleCold<String, SampleError>,
    _ retry: RetryPolicy
  ) -> Loader<NoRequest, String, SampleError> {
    let policy = LoadPolicy(retry: retry, clock: m.clock) { $0 as? SampleError == .second }
    return m.keep(
      Loader(policy: policy) { () async throws(SampleError) -> String in
        try await work(orCancelled: .second)
      }
    )
  }

  private func work(
    _ m: Marbles,
    _ first: String,
    then: [String]
  ) -> MarbleCold<String, SampleError> {
    m.cold(first, failure: SampleError.first, then: then)
  }

  private let states = MarbleStates<String, SampleError>.states(
    loaded: ["A": "A"],
    failed: ["f": .first, "s": .second]
  )

  @Test func `a failure is retried after a delay, and the attempt is visible`() {
    marbles { m in
      let work = work(m, "-#", then: ["-#", "-A|"])
      let loader = loader(m, work, .constant(.milliseconds(20), limit: 3))
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl1--2--A", states)
      m.expectSubscriptions(work, ["-^!", "----^!", "-------^!"])
    }
  }

  @Test func `a limit of two is two retries and no more`() {
    marbles { m in
      let work = work(m, "-#", then: ["-#", "-#"])
      let loader = loader(m, work, .constant(.milliseconds(10), limit: 2))
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl1-2-f", states)
    }
  }

  @Test func `an observer of the delay may end it, and the attempt is not lost`() {
    marbles { m in
      let work = work(m, "-#", then: ["--A|"])
      let policy = LoadPolicy(
        retry: .constant(.milliseconds(50), limit: 1),
        timeout: LoadTimeout(attempt: .milliseconds(30), failure: SampleError.second),
        clock: m.clock
      )
      let loader = m.keep(
        Loader(policy: policy) { () async throws(SampleError) -> String in
          try await work(orCancelled: .second)
        }
      )
      m.keep(
        loader.states.sink { if case .loading(let load) = $0, load.attempt == 1 { loader.retry() } }
      )
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl1-A", states)
      m.expectSubscriptions(work, ["-^!", "--^-!"])
    }
  }

  @Test func `an attempt that an observer of the delay requests may fail immediately`() {
    marbles { m in
      let policy = LoadPolicy(retry: .constant(.milliseconds(20), limit: 2), clock: m.clock)
      let loader = m.keep(
        Loader(policy: policy) { () async throws(SampleError) -> String in throw .first }
      )
      m.keep(
        loader.states.sink { if case .loading(let load) = $0, load.attempt == 1 { loader.retry() } }
      )
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "n(l12)-f", states)
    }
  }

  @Test func `retries that never suspend use no deep stack`() async {
    let policy = LoadPolicy(retry: .constant(.zero, limit: 20_000), clock: BrokenClock())
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in throw .first }
    #expect(await loader.load().outcome() == .failed(.first))
  }

  @Test func `delays out of bounds are harmless`() {
    let long = RetryPolicy.exponential(from: .seconds(-10), limit: 100)
    #expect(long.delay(70, SampleError.first) == .zero)
    let jittered = RetryPolicy.constant(.seconds(1), limit: 1).jittered(by: .nan)
    #expect(jittered.delay(1, SampleError.first) == .seconds(1))
  }

  @Test(.needsImmediateTasks) func `an endless delay is a long delay`() async {
    let endless = Duration.seconds(Int64.max)
    let policy = LoadPolicy(
      retry: .constant(endless, limit: 1),
      timeout: LoadTimeout(load: endless, failure: SampleError.second)
    )
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in throw .first }
    let load = loader.load()
    #expect(loader.state == .loading(Loading(attempt: 1)))
    loader.cancel()
    #expect(await load.outcome() == .cancelled)
  }

  @Test func `each load counts its retries from zero`() {
    marbles { m in
      let work = work(m, "-#", then: ["-#", "-#", "-#"])
      let loader = loader(m, work, .constant(.milliseconds(10), limit: 1))
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(60)) { loader.load() }
      m.expect(loader.states, "nl1-f-l1-f", states)
    }
  }

  @Test func `the retry condition receives the thrown error`() {
    marbles { m in
      let work = work(m, "-#", then: ["-A|"])
      var policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 1), clock: m.clock)
      policy.retry.shouldRetry = { $0 is SampleError }
      let loader = m.keep(Loader(policy: policy) { () async throws -> String in try await work() })
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl1-A", .states(loaded: ["A": "A"]))
    }
  }

  @Test func `the delay depends on the thrown error`() {
    marbles { m in
      let work = m.cold("-#", failure: SampleError.first, then: ["-A|"])
      let policy = LoadPolicy(retry: delayed(.milliseconds(20), after: .first), clock: m.clock)
      let loader = m.keep(Loader(policy: policy) { () async throws -> String in try await work() })
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl1--A", .states(loaded: ["A": "A"]))
    }
  }

  @Test func `the delay of a write depends on the thrown error`() {
    marbles { m in
      let work = m.cold("-#", failure: SampleError.first, then: ["-A|"])
      let retry = delayed(.milliseconds(20), after: .first)
      let save = m.keep(
        Mutation(policy: MutationPolicy(retry: retry, clock: m.clock)) { () async throws in
          try await work()
        }
      )
      m.at(.milliseconds(10)) { save.run() }
      m.expect(save.states, "nl1--A", .states(loaded: ["A": "A"]))
    }
  }

  /// Returns a policy of one retry that is immediate, except after an error.
  private func delayed(_ delay: Duration, after error: SampleError) -> RetryPolicy {
    RetryPolicy(limit: 1) { $1 as? SampleError == error ? delay : .zero }
  }

  @Test func `delays double up to the maximum`() {
    marbles { m in
      let retry = RetryPolicy.exponential(
        from: .milliseconds(10),
        atMost: .milliseconds(30),
        limit: 4
      )
      let loader = loader(m, work(m, "#", then: ["#", "#", "#", "A|"]), retry)
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "n(l1)2-3--4--A", states)
    }
  }

  @Test func `an error without a retry is published immediately`() {
    marbles { m in
      var retry = RetryPolicy.constant(.milliseconds(10), limit: 3)
      retry.shouldRetry = { $0 as? SampleError != .first }
      let loader = loader(m, work(m, "-#", then: []), retry)
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nlf", states)
    }
  }

  @Test(arguments: [LoadIntent<NoRequest, String>.cancel, .reset])
  func `a cancel or a reset ends the delay immediately`(_ intent: LoadIntent<NoRequest, String>) {
    marbles { m in
      let work = work(m, "-#", then: [])
      let loader = loader(m, work, .constant(.seconds(60), limit: 3))
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(50)) { loader.perform(intent) }
      m.expect(loader.states, "nl1--n", states)
      m.expectSubscriptions(work, ["-^!"])
    }
  }

  @Test(arguments: ["load", "loadIfNeeded", "refresh", "retry"])
  func `an intent during the delay starts the attempt immediately, and ends the delay`(
    _ intent: String
  ) {
    marbles(until: .milliseconds(200)) { m in
      let work = work(m, "-#", then: ["---A|"])
      let loader = loader(m, work, .constant(.seconds(60), limit: 3))
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(40)) {
        switch intent {
        case "load": loader.load()
        case "loadIfNeeded": loader.loadIfNeeded()
        case "refresh": loader.refresh()
        default: loader.retry()
        }
      }
      m.expect(loader.states, "nl1----A", states)
      m.expectSubscriptions(work, ["-^!", "----^--!"])
    }
  }

  @Test func `dropping the loader ends the delay`() {
    marbles { m in
      let work = work(m, "-#", then: [])
      var loader: Loader? = Loader(
        policy: LoadPolicy(retry: .constant(.seconds(60), limit: 3), clock: m.clock)
      ) { () async throws(SampleError) -> String in try await work(orCancelled: .second) }
      loader?.load()
      m.at(.milliseconds(50)) { loader = nil }
      m.expectSubscriptions(work, ["^!"])
    }
  }

  @Test func `a waiting caller receives the outcome of the last attempt`() {
    marbles { m in
      let loader = loader(m, work(m, "-#", then: ["-A|"]), .constant(.milliseconds(10), limit: 1))
      let seen = Seen()
      m.at(.zero) {
        let load = loader.load()
        Task { await seen.note(load.outcome()) }
      }
      m.expect(reading: { seen.isLoaded }, "f--t", ["f": false, "t": true])
    }
  }

  @Test func `jitter shortens a delay at random, within its fraction`() {
    let policy = RetryPolicy.constant(.seconds(10), limit: 1)
    let half = policy.jittered(by: 0.5, using: SeededGenerator(1))
    let delays = (0..<100).map { _ in half.delay(1, SampleError.first) }
    #expect(delays.allSatisfy { .seconds(5) <= $0 && $0 <= .seconds(10) })
    #expect(Set(delays).count > 90)
    #expect(policy.jittered(by: 0).delay(1, SampleError.first) == .seconds(10))
    #expect(policy.jittered(by: 7).delay(1, SampleError.first) <= .seconds(10))
  }

  @Test func `numbers out of bounds are clamped`() {
    #expect(RetryPolicy.constant(.seconds(-1), limit: -3).limit == 0)
    #expect(RetryPolicy.constant(.seconds(-1), limit: 1).delay(1, SampleError.first) == .zero)
    let long = RetryPolicy.exponential(from: .seconds(1), limit: .max)
    #expect(long.delay(.max, SampleError.first) == .seconds(60))
  }
}

private final class Seen: @unchecked Sendable {
  // SAFETY: a run is on one thread.
  private(set) var isLoaded = false

  func note(_ outcome: LoadOutcome<String, SampleError>) { isLoaded = outcome == .loaded("A") }
}
