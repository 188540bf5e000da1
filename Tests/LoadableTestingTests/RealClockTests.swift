import CombineShim
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// A run reports a wait of a loader on a real clock with the loader and the setting of its clock.
@Suite(.needs(.sleep)) struct RealClockTests {
  @Test func `a retry is reported with the name of its policy`() {
    let retry = RetryPolicy.exponential(from: .milliseconds(50), limit: 1)
    expectSleep("a retry of \"podcasts\" slept for 50ms", "LoadPolicy(clock: m.clock)") {
      loading(LoadPolicy(retry: retry, name: "podcasts"))
    }
  }

  @Test func `a retry without a name is reported with the types of the loader`() {
    let retry = RetryPolicy.exponential(from: .milliseconds(50), limit: 1)
    expectSleep("a retry of Loader<NoRequest, Int> slept for 50ms", "LoadPolicy(clock: m.clock)") {
      loading(LoadPolicy(retry: retry))
    }
  }

  @Test func `the timeout of an attempt is reported`() {
    let timeout = LoadTimeout(attempt: .milliseconds(50))
    expectSleep("a timeout of \"podcasts\" slept for 50ms", "LoadPolicy(clock: m.clock)") {
      loading(LoadPolicy(timeout: timeout, name: "podcasts"))
    }
  }

  @Test func `the timeout of a load is reported`() {
    let timeout = LoadTimeout(load: .milliseconds(50))
    expectSleep("a timeout of \"podcasts\" slept for 50ms", "LoadPolicy(clock: m.clock)") {
      loading(LoadPolicy(timeout: timeout, name: "podcasts"))
    }
  }

  @Test func `the retry of a list is reported`() {
    let policy = LoadPolicy(retry: .exponential(from: .milliseconds(50), limit: 1))
    let text = "a retry of PagedLoader<String, SampleRow> slept for 50ms"
    expectSleep(text, "LoadPolicy(clock: m.clock)") {
      let list = PagedLoader(policy: PagingPolicy(load: policy)) {
        (_: PageRequest<String, Int>) -> Page<Int, SampleRow> in throw Offline()
      }
      list.load("swift")
      return list
    }
  }

  @Test func `the retry of a write is reported with the policy of mutations`() {
    let policy = MutationPolicy(
      retry: .exponential(from: .milliseconds(50), limit: 1),
      name: "rename"
    )
    expectSleep("a retry of \"rename\" slept for 50ms", "MutationPolicy(clock: m.clock)") {
      let rename = Mutation(policy: policy) { (_: String) -> Int in throw Offline() }
      rename.run("Swift")
      return rename
    }
  }

  @Test func `the grace time of a cache is reported`() {
    let policy = CachePolicy<Int>(grace: .milliseconds(50), load: LoadPolicy(name: "posters"))
    expectSleep("the grace time of \"posters\" slept for 50ms", "LoadPolicy(clock: m.clock)") {
      let cache = LoaderCache(policy: policy) { (_: Int) -> Int in try await never() }
      _ = cache.interest(in: 1)
      return cache
    }
  }

  @Test func `the debounce of a search is reported with the call`() {
    let text = "the debounce of Loader<String, Int> slept for 300ms"
    expectSleep(text, "search(on:clock: m.clock)") {
      let query = BehaviorRelay("")
      let results = Loader { (_: String) in 1 }
      results.search(on: query)
      query.accept("swift")
      return (query, results)
    }
  }

  @Test func `polling is reported with the call`() {
    expectSleep(
      "the polling of Loader<NoRequest, Int> slept for 50ms",
      "poll(every:clock: m.clock)"
    ) {
      let board = Loader { 1 }
      board.load()
      board.poll(every: .milliseconds(50))
      return (board, board.states.sink { _ in })
    }
  }

  @Test func `steadied states are reported with the operator`() {
    expectSleep("steadied() slept for 500ms", "steadied(clock: m.clock)") {
      let slow = Loader { try await never() }
      slow.load()
      return (slow, slow.states.steadied().sink { _ in })
    }
  }

  @Test func `the quiet time of collapsed flags is reported`() {
    expectSleep("a FlagCollapse slept for 10ms", "FlagCollapse(…, clock: m.clock)") {
      let flags = (BehaviorRelay<Int?>(nil), BehaviorRelay(true), BehaviorRelay<Offline?>(nil))
      return (flags, FlagCollapse(value: flags.0, isLoading: flags.1, error: flags.2))
    }
  }

  @Test
  func `the report says where all clocks are passed, and does not name the library's function`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        m.keep(loading(LoadPolicy(retry: .exponential(from: .milliseconds(50), limit: 1))))
        m.keep(Task { try await wait() })
      }
    }
    let text = failures.first?.text ?? ""
    #expect(!text.contains("wait(for:)"))
    #expect(
      text.contains("pass `m.clock` in the test, here with `LoadPolicy(clock: m.clock)`"),
      "\(text)"
    )
  }

  @Test func `a load function that sleeps is not reported as a wait of its loader`() {
    expectSleep("a task slept for 20ms", "pass `m.clock` in the test; or") {
      let loader = Loader {
        try await wait()
        return 1
      }
      loader.load()
      return loader
    }
  }
}

/// Expects that a run with this model reports one sleep, and the setting of its clock.
private func expectSleep<Model>(
  _ text: String,
  _ setting: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ model: () -> Model
) {
  let failures = failures {
    marbles(until: .seconds(1)) { m in
      m.expectCleanRun()
      m.keep(Retained(model()))
    }
  }
  let report = failures.map(\.text).joined(separator: "\n")
  #expect(report.contains(text), "\(report)", sourceLocation: sourceLocation)
  #expect(report.contains(setting), "\(report)", sourceLocation: sourceLocation)
}

private final class Retained {
  private let model: Any
  init(_ model: Any) { self.model = model }
}

private struct SampleRow: Identifiable, Sendable { let id: Int }

private func loading(_ policy: LoadPolicy) -> ValueLoader<Int> {
  let isSlow = policy.timeout != nil
  let loader = Loader(policy: policy) {
    if isSlow { return try await never() }
    throw Offline()
  }
  loader.load()
  return loader
}

/// Waits on the clock of the system, which a run executes in virtual time.
private func wait() async throws {
  let clock = ContinuousClock()
  try await clock.sleep(for: .milliseconds(20))
}

private func never() async throws -> Int {
  for await _ in AsyncStream<Never>.makeStream().stream {}
  throw CancellationError()
}
