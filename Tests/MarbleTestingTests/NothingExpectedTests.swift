import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// A run that compares nothing fails, unless it expects a clean run.
@Suite struct NothingExpectedTests {
  @Test func `a run without any expectation is reported`() {
    let line = UInt(#line) + 2
    let failures = failures {
      marbles { m in
        let words = m.hot("-a-b")
        m.keep(words.sink { _ in })
        m.hot("--c") { _ in }
      }
    }
    #expect(failures.map(\.text.firstLine) == ["The run has no expectation."])
    #expect(failures.map(\.line) == [line])
  }

  @Test func `exploring reports a missing expectation in the order of arrival`() {
    let failures = failures { marbles(exploring: 20) { _ in } }
    #expect(failures.map(\.text.firstLine) == ["The run has no expectation."])
  }

  @Test func `a run on the main actor without any expectation is reported`() {
    let failures = failures { marbles(on: MainActor.shared) { _ in } }
    #expect(failures.map(\.text.firstLine) == ["The run has no expectation."])
  }

  @Test func `a run with another failure does not report missing expectations`() {
    let failures = failures { marbles { m in m.at(.milliseconds(-1)) {} } }
    #expect(
      failures.map(\.text.firstLine) == ["m.at was called with -1ms, but time starts at 0ms."]
    )
  }

  @Test func `a body that throws does not report missing expectations`() {
    let failures = failures {
      #expect(throws: Offline.self) { try marbles { _ in throw Offline() } }
    }
    #expect(failures.isEmpty)
  }

  @Test func `each kind of expectation counts, and so do steps and a body that advances time`() {
    marbles { m in m.expect(m.hot("-a"), "-a") }
    marbles { m in m.expect(m.hot("-a").elements, "-a") }
    marbles { m in m.expect(reading: { 1 }, "1") }
    marbles { m in m.expectSubscriptions(m.cold("-a"), []) }
    marbles { m in m.advance(by: .milliseconds(10)) }
    marbles { m in m.at(.milliseconds(10)) {} }
    marbles { m in m.expectCleanRun() }
  }

  @Test func `an expected clean run fails with a leftover`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        Task { await Gate().wait() }
      }
    }
    #expect(failures.count == 1)
  }
}
