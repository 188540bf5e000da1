import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Impossible requests of a test are reported; such a test never passes.
@Suite struct MistakesTests {
  @Test func `a run with a misuse suggests no diagram`() {
    let failures = failures {
      marbles { m in
        let words = PassthroughSubject<String, Never>()
        m.at(.milliseconds(10)) { m.keep(m.hot("-x").sink { words.send($0) }) }
        m.expect(words, "--x")
      }
    }
    #expect(failures.count == 2)
    #expect(failures.allSatisfy { !$0.text.contains("If this is right") })
  }

  @Test func `a step after the end of the run is reported`() {
    let failures = failures {
      marbles(until: .milliseconds(20)) { m in
        m.at(.milliseconds(20)) {}
        m.at(.milliseconds(30)) { Issue.record("it ran") }
        m.at(.milliseconds(-30)) { Issue.record("it ran") }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "m.at was called with 30ms, but the run ends at 20ms.",
        "m.at was called with -30ms, but time starts at 0ms.",
      ]
    )
  }

  @Test func `a negative duration of a run is reported`() {
    let failures = failures {
      marbles(until: .milliseconds(-20)) { _ in Issue.record("it ran") }
      marbles(limit: .milliseconds(-20)) { _ in Issue.record("it ran") }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "A run cannot end at -20ms.", "A run cannot end at -20ms.",
      ]
    )
  }

  @Test func `an endless frame is reported`() {
    let failures = failures { marbles(frame: .seconds(Int64.max)) { _ in Issue.record("it ran") } }
    #expect(failures.first?.text.firstLine.hasSuffix("is too long.") == true)
  }

  @Test(arguments: [0, -1]) func `a count of zero runs is reported`(_ runs: Int) {
    let failures = failures {
      marbles(exploring: runs) { _ in Issue.record("it ran") }
      marbles(exploring: runs, replaying: 1) { _ in Issue.record("it ran") }
    }
    let text = "\(runs) is not a number of runs."
    #expect(failures.map(\.text.firstLine) == [text, text])
  }

  @Test(arguments: [10, 20]) func `a part that ends before it starts is reported`(_ end: Int) {
    let part = MarbleCheck.from(.milliseconds(20), to: .milliseconds(end))
    let failures = failures { marbles { m in m.expect(m.hot("abc|"), "", checking: part) } }
    #expect(failures.first?.text.contains("found one from 20ms to \(end)ms") == true)
  }

  @Test(arguments: ["900:3", "0:7"]) func `an order that does not fit is reported`(_ text: String) {
    let failures = failures {
      marbles(replaying: MarbleOrder(stringLiteral: text)) { m in
        m.expectCleanRun()
        Task {}
        Task {}
      }
    }
    let line =
      "The order does not match this run: it has 1 decisions, and \(text) is not one of them."
    #expect(failures.map(\.text.firstLine) == [line])
  }

  @Test func `many jobs of several instants are no loop`() {
    marbles { m in
      for _ in 0..<11 {
        for _ in 0..<9_999 { Task {} }
        m.advance(by: .seconds(1))
      }
    }
  }

  @Test func `the maximum number of jobs in an instant is no loop`() {
    marbles { m in
      m.expectCleanRun()
      for _ in 0..<100_000 { Task {} }
    }
  }

  @Test func `tasks that the body of the main actor started cannot register or advance`() {
    let failures = failures {
      marbles(on: MainActor.shared) { m in
        Task {
          m.advance(by: .milliseconds(10))
          m.at(.zero) {}
        }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "m.advance was called while time was running.", "m.at was called after time had started.",
      ]
    )
  }
}
