import MarbleTesting
import TestSupport
import Testing

@Suite struct RunTests {
  @Test func `one leftover sleeper fails the run`() {
    let lines = leftovers {
      marbles(until: .milliseconds(20)) { m in
        let clock = m.clock
        Task { try await clock.sleep(for: .milliseconds(50)) }
      }
    }
    #expect(lines == ["a sleeper on m.clock, waiting until 50ms since 0ms, caused by the body"])
  }

  @Test func `one leftover subscription fails the run`() {
    let line = #line
    let lines = leftovers {
      marbles { m in
        let query = m.hot("-a-b")
        let elements = query.elements
        Task { for await _ in elements {} }
      }
    }
    #expect(
      lines == ["a subscription to query (RunTests.swift:\(line + 3)), started at 0ms"]
    )
  }

  @Test func `one unfinished sequence fails the run`() {
    let line = #line
    let lines = leftovers {
      marbles { m in m.expect(Endless(), "") }
    }
    #expect(
      lines == [
        "the expectation at RunTests.swift:\(line + 2): its sequence did not end when cancelled"
      ]
    )
  }

  /// The leftovers that the only failure of a run lists.
  private func leftovers(_ body: () -> Void) -> [String] {
    let failures = failures(body)
    #expect(failures.count == 1, "\(failures)")
    return failures.flatMap(\.items)
  }
}

private struct Endless: AsyncSequence, AsyncIteratorProtocol {
  func next() async -> String? {
    await withUnsafeContinuation { (_: UnsafeContinuation<String?, Never>) in }
  }
  func makeAsyncIterator() -> Endless { self }
}
