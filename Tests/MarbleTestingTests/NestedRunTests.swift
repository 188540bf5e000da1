import MarbleTesting
import TestSupport
import Testing

/// A run inside another one is refused, however it starts.
@Suite struct NestedRunTests {
  private let text = "A run was started inside another run; it was not executed."

  @Test func `a run in the body, a step or a task of another run is reported at its line`() {
    let line = UInt(#line)
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        marbles { _ in Issue.record("it ran") }
        m.at(.milliseconds(10)) { marbles { _ in Issue.record("it ran") } }
        Task { marbles { _ in Issue.record("it ran") } }
        m.keep(AtEnd { marbles { _ in Issue.record("it ran") } })
      }
    }
    #expect(failures.map(\.text.firstLine) == Array(repeating: text, count: 4))
    #expect(failures.map(\.line) == [line + 4, line + 6, line + 5, line + 7])
  }

  @Test func `a nested run on the main actor is reported, too`() {
    let failures = failures {
      marbles(on: MainActor.shared) { m in
        m.expectCleanRun()
        marbles(on: MainActor.shared) { _ in Issue.record("it ran") }
      }
    }
    #expect(failures.map(\.text.firstLine) == [text])
  }

  @Test func `the outer run stays exact after it has refused a nested one`() {
    let failures = failures {
      marbles { m in
        let clock = m.clock
        m.at(.milliseconds(10)) { marbles { _ in } }
        m.expect(
          AsyncStream<String> { continuation in
            Task {
              try await clock.sleep(for: .milliseconds(30))
              continuation.yield("a")
              continuation.finish()
            }
          },
          "---(a|)"
        )
      }
    }
    #expect(failures.map(\.text.firstLine) == [text])
  }

  @Test func `a run on another thread of a step is not nested`() {
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      m.at(.milliseconds(10)) {
        onAnotherThread { marbles { m in m.expect(m.hot("-a"), "-a") } }
      }
    }
  }

  @Test func `one run may follow another on one thread`() {
    for _ in 0..<3 { marbles { m in m.expect(m.hot("-a"), "-a") } }
  }
}
