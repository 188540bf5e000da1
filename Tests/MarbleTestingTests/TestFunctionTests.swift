import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The kinds of test functions of Swift Testing.
@Suite struct TestFunctionTests {
  @Test(
    arguments: [
      ("a|", 0), ("a-b|", 2), ("-(ab)|", 1), ("a 100ms b|", 11),
    ]
  )
  func `a diagram is an argument`(_ diagram: String, _ last: Int) {
    marbles { m in
      let words = m.hot(diagram)
      m.expect(words, diagram)
      m.expect(words.last().map { _ in true }, " \(10 * (last + 1))ms (t|)", ["t": true])
    }
  }

  @Test(arguments: zip([1, 2, 3], ["--1|", "--2|", "--3|"]))
  func `a frame and a response are arguments`(_ number: Int, _ response: String) {
    marbles(frame: .milliseconds(number)) { m in
      let load = m.cold(response)
      m.expect(load.compactMap(Int.init), "--x|", ["x": number])
    }
  }

  @Test(arguments: ["a", "b"]) func `a failure belongs to its argument`(_ name: String) {
    withKnownIssue {
      marbles { m in m.expect(m.hot("a"), "-\(name)") }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("expected  -\(name)") }
    }
  }

  @Test func `a known issue has the line of the expectation`() {
    let line = #line + 2
    withKnownIssue {
      marbles { m in m.expect(m.hot("a-b|"), "a--b|") }
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  @Test func `a known issue can be intermittent and asynchronous`() async {
    await withKnownIssue(isIntermittent: true) {
      await Task {}.value
      marbles { m in m.expect(m.hot("a-b|"), "a-b|") }
    }
    await withKnownIssue {
      await Task { marbles { m in m.expect(m.hot("a-b|"), "a--b|") } }.value
    }
  }

  @Test func `an async test has virtual time in each of its runs`() async {
    for _ in 0..<2 {
      await Task {}.value
      marbles { m in m.expect(m.hot("a-b|"), "a-b|") }
    }
  }

  @Test func `two runs at once have their own time`() async {
    await ConcurrentRuns.twoRunsAtOnce()
  }

  @Test @MainActor func `two runs of async let have their own time`() async {
    async let first: Void = ConcurrentRuns.twoRunsAtOnce()
    async let second: Void = ConcurrentRuns.twoRunsAtOnce()
    _ = await (first, second)
  }

  @Test func `a detached task can call marbles`() async {
    await Task.detached { marbles { m in m.expect(m.hot("a-b|"), "a-b|") } }.value
  }

  #if os(macOS) || os(Linux)
  @Test func `a failure in a detached task is printed once and says why it has no test`() async {
    let texts = Log<String>()
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        await Task.detached { marbles { m in m.expect(m.hot("a-b|"), "a--b|") } }.value
      }
    } matching: { issue in
      texts.note(issue.comments.map(\.rawValue).joined())
      return true
    }
    let explained = texts.entries.map {
      $0.contains("Swift Testing cannot name the test of this failure")
    }
    #expect(explained == [true])
  }
  #endif
}
