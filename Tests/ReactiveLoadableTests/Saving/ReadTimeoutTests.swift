import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// The timeouts of loads that read a record (V1).
///
/// A character is 10 ms. The timeout of an attempt is 40 ms.
@Suite struct `Timeouts of reads (V1)` {
  typealias Tested = Loader<String, String, SampleError>

  private func loader(
    _ m: Marbles,
    _ records: FakeRecords,
    _ diagram: String,
    timeout: LoadTimeout = LoadTimeout(attempt: .milliseconds(40), failure: SampleError.first),
    retry: RetryPolicy = .never,
    in queue: LoadQueue? = nil
  ) -> Tested {
    let policy = LoadPolicy(
      retry: retry,
      timeout: timeout,
      queue: queue,
      clock: m.clock,
      isCancellation: { $0 as? SampleError == .second }
    )
    let work = m.cold(diagram, failure: SampleError.first)
    return m.keep(
      Tested(
        policy,
        .plain { _ async throws(SampleError) in try await work(orCancelled: .second) },
        records: records
      )
    )
  }

  private func sketch(_ state: Loadable<String, SampleError>) -> String {
    switch state {
    case .notRequested: "n"
    case .loading(let loading): loading.previous?.lowercased() ?? "l"
    case .loaded(let value): value
    case .failed(let failed): failed.previous == nil ? "f" : "F"
    }
  }

  @Test(arguments: [false, true])
  func `a read that exceeds the timeout is a miss, and its later value is dropped`(
    _ ignoresCancellation: Bool
  ) {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(60),
        ["a": ("A", .seconds(7200))],
        ignoresCancellation: ignoresCancellation
      )
      let loader = self.loader(m, records, "---B|")
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nl------B")
      m.at(.milliseconds(150)) {
        #expect(records.calls == ["read a", "read a timed out", "a = B"])
      }
    }
  }

  @Test func `the read and the function have the time of an attempt each`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(30),
        ["a": ("A", .seconds(7200))]
      )
      let loader = self.loader(m, records, "---B|")
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nl--a--B")
    }
    marbles { m in
      let records = FakeRecords(on: m.clock, ["a": ("A", .seconds(7200))])
      let loader = self.loader(m, records, "-----B|")
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nla---F")
    }
  }

  @Test func `the wait for a turn does not count`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let records = FakeRecords(on: m.clock, ["a": ("A", .seconds(7200))])
      let other = m.keep(
        Loader(policy: LoadPolicy(queue: queue, clock: m.clock)) { [clock = m.clock] in
          try await clock.sleep(for: .milliseconds(100))
        }
      )
      let loader = self.loader(m, records, "---B|", in: queue)
      m.at(.zero) { other.load() }
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nla----------B")
    }
  }

  @Test func `the timeout of a load counts from the call, also during the read and the wait`() {
    let timeout = LoadTimeout(load: .milliseconds(40), failure: SampleError.first)
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .seconds(10))
      let loader = self.loader(m, records, "---B|", timeout: timeout)
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nl---f")
    }
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let records = FakeRecords(on: m.clock, ["a": ("A", .seconds(7200))])
      let other = m.keep(
        Loader(policy: LoadPolicy(queue: queue, clock: m.clock)) { [clock = m.clock] in
          try await clock.sleep(for: .milliseconds(100))
        }
      )
      let loader = self.loader(m, records, "---B|", timeout: timeout, in: queue)
      m.at(.zero) { other.load() }
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nla--F")
    }
  }

  @Test func `a read that times out uses no retry`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .seconds(10))
      let retry = RetryPolicy.constant(.milliseconds(10), limit: 1)
      let loader = self.loader(m, records, "-B|", retry: retry)
      let attempts = loader.states.compactMap { state in
        if case .loading(let loading) = state { loading.attempt } else { nil }
      }
      m.hot("-l") { _ in loader.load("a") }
      m.expect(loader.states.map(self.sketch), "nl----B")
      m.expect(attempts.map { "\($0)" }, "-0")
    }
  }

  @Test func `a cancel during a read with a timeout ends the read`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .seconds(10))
      let loader = self.loader(m, records, "-B|")
      m.hot("-lx") { sign in if sign == "l" { loader.load("a") } else { loader.cancel() } }
      m.expect(loader.states.map(self.sketch), "nln")
      m.at(.milliseconds(90)) { #expect(records.calls == ["read a"]) }
    }
  }
}
