import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct SubscriptionTextTests {
  @Test func `subscriptions of a request are drawn with the request`() {
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "--x|", "rust": "---y|"])
        let terms = m.hot("-'swift'-'rust'---|")
        m.keep(terms.map { load[$0] }.switchToLatest().sink { _ in })
        m.expectSubscriptions(load["rust"], ["---^--!"])
        m.expectSubscriptions(load["swift"], ["-^-!"])
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        load["rust"]: completed 10 ms late: at 70 ms, expected at 60 ms
         time(ms)          0    50
         load["swift"][0]   ^-!
         terms             -*-+---|     * = 'swift', + = 'rust'
         expected[0]          ^--!
         actual[0]            ^---|
                                 ^^
         load["rust"][0] expected ^30 !60, got ^30 !70 (completed)
        """
      ]
    )
  }

  @Test func `requests that were never made are distinguished`() {
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "--x|", "rust": "---y|", "go": "-z|"])
        let go = load["go"]
        m.expectSubscriptions(load["rust"], ["^"])
        m.expectSubscriptions(load["swift"], ["^"])
        m.expectSubscriptions(go, ["^"])
      }
    }
    let labels = failures.map { $0.withoutLocation.prefix { $0 != ":" } }
    #expect(labels == [#"load["rust"]"#, #"load["swift"]"#, #"load["go"]"#])
  }

  @Test func `a diagram without a subscription is a mistake`() {
    let failures = failures {
      marbles { m in m.expectSubscriptions(m.cold("x"), ["---", "^!", "", "-/* none */"]) }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[0] } == [
        "Invalid diagram: column 4: expected '^' in the diagram of one subscription, found the end.",
        "Invalid diagram: column 1: expected '^' in the diagram of one subscription, found the end.",
        "Invalid diagram: column 12: expected '^' in the diagram of one subscription, found the end.",
      ]
    )
    #expect(failures.first?.text.contains("\n  ---\n     ^\n") == true)
  }
}
