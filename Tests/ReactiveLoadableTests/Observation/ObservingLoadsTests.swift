import CombineShim
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The contract of the article on observers, for loaders.
///
/// Letters: s started, j joined, r replaced, a attempt failed, t retried, p progress, v partial value,
/// d succeeded, f failed, c cancelled, k skipped, = set, 0 reset, i invalidated.
@Suite struct ObservingLoadsTests {
  private func loader(
    _ m: Marbles,
    _ log: EventLog,
    _ work: MarbleCold<String, SampleError>,
    retry: RetryPolicy = .never
  ) -> Loader<String, String, SampleError> {
    let policy = LoadPolicy(retry: retry, clock: m.clock, name: "words", observer: log.observer)
    return m.keep(
      Loader(policy: policy) { (_: String) async throws(SampleError) in
        try await work(orCancelled: .second)
      }
    )
  }

  private func work(_ m: Marbles, _ diagrams: String...) -> MarbleCold<String, SampleError> {
    m.cold(diagrams[0], failure: SampleError.first, then: Array(diagrams.dropFirst()))
  }

  @Test func `O1: a replaced load ends before the next one starts`() {
    marbles { m in
      let log = EventLog()
      let loader = loader(m, log, work(m, "--A|", "--B|", "--C|"))
      m.hot("-ab--c") { loader.load($0) }
      m.expect(loader.states, "nll-BL-C", .states(loaded: ["B": "B", "C": "C"]))
      m.expect(log.letters, "-s(rs)-ds-d")
    }
  }

  @Test func `a call joins, and a fresh value skips`() {
    marbles { m in
      let log = EventLog()
      let loader = loader(m, log, work(m, "---A|"))
      m.hot("-aa--a") { loader.loadIfNeeded($0) }
      m.expect(log.letters, "-sj-dk")
    }
  }

  @Test func `attempts that fail are followed by their retries`() {
    marbles { m in
      let log = EventLog()
      let retry = RetryPolicy.constant(.milliseconds(20), limit: 2)
      let loader = loader(m, log, work(m, "-#", "-#", "-#"), retry: retry)
      m.hot("-a") { loader.load($0) }
      m.expect(log.letters, "-sa-ta-tf")
      m.at(.milliseconds(200)) {
        #expect(log.events.map(\.attempt) == [0, 1, 1, 2, 2, 2])
        #expect(log.lines.last == #"words("a"): load failed after 70 ms: first"#)
      }
    }
  }

  @Test func `a call ends the delay before a retry`() {
    marbles { m in
      let log = EventLog()
      let retry = RetryPolicy.constant(.milliseconds(90), limit: 2)
      let loader = loader(m, log, work(m, "-#", "-A|"), retry: retry)
      m.hot("-a--a") { loader.load($0) }
      m.expect(log.letters, "-sa-td")
    }
  }

  @Test func `calls without a load have events`() {
    marbles { m in
      let log = EventLog()
      let loader = loader(m, log, work(m, "---A|", "---A|"))
      let intents: [String: LoadIntent<String, String>] = [
        "c": .cancel, "=": .set("="), "i": .invalidate, "r": .retry, "l": .load("a"), "0": .reset,
      ]
      m.hot("-c=irl-c-l-0-0-", intents) { loader.perform($0) }
      m.expect(log.letters, "--=iks-c-s-(c0)")
    }
  }

  @Test func `progress and partial values have events`() {
    marbles { m in
      let log = EventLog()
      let policy = LoadPolicy(clock: m.clock, observer: log.observer)
      let work = work(m, "-----A|")
      let loader = m.keep(
        Loader(policy: policy) { (report: LoadReporter<String>) async throws(SampleError) in
          report.value("saved")
          report.progress(0.5)
          return try await work(orCancelled: .second)
        }
      )
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(log.letters, "-(svp)----d")
    }
  }

  @Test func `an optimistic update is edited, and rolled back if its write fails`() {
    marbles { m in
      let log = EventLog()
      let loader = loader(m, log, work(m, "-A|"))
      let write = m.cold("--#", failure: SampleError.first, then: ["--x|"])
      let rename = m.keep(
        Mutation(editing: loader) { (name: String, value: inout String) in
          value = name
        } write: { (_: String) async throws(SampleError) in
          _ = try await write(orCancelled: .second)
        }
      )
      m.hot("-l") { loader.load($0) }
      m.hot("-----B--C") { rename.run($0) }
      m.expect(log.letters, "-sd--e-be-")
    }
  }

  @Test func `releasing a loader cancels its load`() {
    marbles { m in
      let log = m.keep(EventLog())
      let work = work(m, "---A|")
      let policy = LoadPolicy(clock: m.clock, observer: log.observer)
      let owned = Owned(
        Loader(policy: policy) { () async throws(SampleError) in
          try await work(orCancelled: .second)
        }
      )
      m.at(.milliseconds(10)) { owned.object?.load() }
      m.at(.milliseconds(20)) { owned.object = nil }
      m.expect(log.letters, "-sc")
    }
  }
}
