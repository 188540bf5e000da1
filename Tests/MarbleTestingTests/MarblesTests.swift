import AsyncAlgorithms
import MarbleTesting
import OpenCombineShim
import Testing

@Suite struct MarblesTests {
  @Test func `a hot input plays its diagram`() {
    marbles { m in
      let hot = m.hot("a-b-(cd)-|")
      m.expect(hot, "a-b-(cd)-|")
      m.expect(hot.elements, "a-b-(cd)-|")
    }
  }

  @Test func `debounce is exact`() {
    marbles { m in
      let hot = m.hot("-a-bc------d-|")
      m.expect(hot.elements.debounce(for: .milliseconds(30), clock: m.clock), "-------c-----(d|)")
    }
  }

  @Test func `a cold input answers a call`() {
    marbles { m in
      let load = m.cold("--x|", ["x": 7])
      let hot = m.hot("-a---b|")
      m.expect(hot.elements.map { _ in try await load() }, "---7---(7|)")
      m.expectSubscriptions(load, ["-^-!", "-----^-!"])
    }
  }
  @Test func `it fails`() {
    withKnownIssue {
      marbles { m in
        let hot = m.hot("-a---b|")
        m.expect(hot, "-a--b-|")
      }
    }
  }
}
