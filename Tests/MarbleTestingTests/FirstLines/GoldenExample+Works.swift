import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Work that does not end, or leaves the thread of the run.
  static let works = [
    GoldenExample("values of another thread") {
      marbles(allowing: .outsideWork) { m in
        let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
        m.expect(words, "-a")
        m.at(.milliseconds(10)) { onAnotherThread { box.value.send("a") } }
      }
    },
    GoldenExample("a task that another thread resumes") {
      marbles(allowing: .outsideWork) { m in
        let gate = Gate()
        m.expectCleanRun()
        Task { await gate.wait() }
        m.at(.milliseconds(10)) { onAnotherThread { gate.open() } }
      }
    },
    GoldenExample("a task that is left") {
      marbles { m in
        let gate = Gate()
        m.keep(gate)
        m.hot("-a") { _ in Task { await gate.wait() } }
        m.expectCleanRun()
      }
    },
    GoldenExample("a timer that is left") {
      marbles(until: .milliseconds(100)) { m in
        let clock = m.clock
        m.expectCleanRun()
        Task { while true { try? await clock.sleep(for: .milliseconds(30)) } }
      }
    },
    GoldenExample("a subscription that is left") {
      marbles { m in
        let query = m.hot("-a-b")
        m.at(.milliseconds(20)) {
          let elements = query.elements
          Task { for await _ in elements {} }
        }
      }
    },
    GoldenExample("an endless loop in a frame") {
      marbles { m in
        let load = m.cold("#", failure: Offline())
        m.expect(load.retry(100_000_000), "")
      }
    },
    GoldenExample("a loop on the clock without end") {
      marbles(limit: .seconds(60)) { m in
        let clock = m.clock
        m.expectCleanRun()
        Task { while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) } }
      }
    },
  ]
}
