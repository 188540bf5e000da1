import CombineShim
import MarbleTesting
import Synchronization
import TestSupport

extension GoldenExample {
  /// Failures of a run as a whole.
  static let runFailures = [
    GoldenExample("a race") {
      marbles(exploring: 100) { m in
        let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
        m.at(.milliseconds(10)) {
          Task { box.value.send("a") }
          Task { box.value.send("b") }
          Task { box.value.send("c") }
        }
        m.expect(words, "-(abc)")
      }
    },
    GoldenExample("a race replayed") {
      marbles(replaying: "0:1") { m in
        let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
        m.at(.milliseconds(10)) {
          Task { box.value.send("a") }
          Task { box.value.send("b") }
        }
        m.expect(words, "-(ab)")
      }
    },
    GoldenExample("no race") {
      let runs = Mutex(0)
      marbles(exploring: 10) { m in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        for _ in 0..<3 { Task {} }
        m.expect(m.hot("-a"), run == 3 ? "-b" : "-a")
      }
    },
    GoldenExample("a run inside of another one") {
      marbles { m in
        m.at(.milliseconds(10)) { marbles { m in m.expect(m.hot("-a"), "-a") } }
      }
    },
    GoldenExample("no expectation") {
      marbles { m in m.keep(m.hot("-a").sink { _ in }) }
    },
    GoldenExample("leftover work") {
      marbles { m in
        let query = m.hot("-a-b")
        m.at(.milliseconds(20)) {
          let elements = query.elements
          Task { for await _ in elements {} }
        }
      }
    },
    GoldenExample("a leftover task") {
      marbles { m in
        let gate = Gate()
        m.keep(gate)
        m.hot("-a") { _ in Task { await gate.wait() } }
      }
    },
    GoldenExample("a loop on the clock") {
      marbles(limit: .seconds(60)) { m in
        let clock = m.clock
        Task { while true { try await clock.sleep(for: .seconds(1)) } }
      }
    },
    GoldenExample("an endless frame") {
      marbles { m in
        let load = m.cold("#", failure: Offline())
        m.expect(load.retry(100_000_000), "")
      }
    },
    GoldenExample("an endless run") {
      marbles(limit: .seconds(1_000_000)) { m in
        let clock = m.clock
        Task { while true { try await clock.sleep(for: .milliseconds(1)) } }
      }
    },
  ]

  /// Those of a system where marble runs control actors.
  static let sharedActors = [
    GoldenExample("an actor of two runs") {
      marbles(allowing: .outsideWork) { m in
        Task { @Golden in }
        m.at(.milliseconds(10)) { reportingOnAnotherThread { Task { @Golden in } } }
      }
    }
  ]

  /// Those of a system where marble runs observe work that leaves them.
  static let outsideWork = [
    GoldenExample("an input on another thread") {
      marbles(allowing: .outsideWork) { m in
        let load = Unchecked(m.cold("--a|"))
        m.at(.milliseconds(10)) { onAnotherThread { load.value.sink { _ in }.cancel() } }
      }
    },
    GoldenExample("a wake from another thread") {
      marbles(allowing: .outsideWork) { m in
        let gate = Gate()
        Task { await gate.wait() }
        m.at(.milliseconds(10)) { onAnotherThread { gate.open() } }
      }
    },
    GoldenExample("values from another thread") {
      marbles(allowing: .outsideWork) { m in
        let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
        m.expect(words, "-a")
        m.at(.milliseconds(10)) { onAnotherThread { box.value.send("a") } }
      }
    },
    GoldenExample("work outside the run") {
      marbles { m in
        let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
        m.expect(words, "-a")
        m.at(.milliseconds(10)) { onAnotherThread { box.value.send("a") } }
      }
    },
  ]

  /// Those of a system where marble runs control sleeps.
  static let sleeps = [
    GoldenExample("a sleep of the wall clock") {
      marbles { m in
        let query = m.hot("-a")
        m.keep(query.sink { _ in Task { try await Task.sleep(for: .seconds(1800)) } })
      }
    },
    GoldenExample("allowed sleeps in a failing run") {
      marbles(allowing: .taskSleep) { m in
        let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
        Task {
          for _ in 0..<3 { try await Task.sleep(for: .milliseconds(10)) }
          box.value.send("a")
        }
        m.expect(words, "--a")
      }
    },
  ]
}

@globalActor private actor Golden {
  static let shared = Golden()
}
