import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The subscriptions of a hot input.
@Suite struct HotSubscriptionTests {
  @Test func `subscriptions of a hot input have the diagrams of a cold one`() {
    marbles { m in
      let query = m.hot("-a-b-c|")
      m.expect(query.first(), "-(a|)")
      m.expect(query.elements, "-a-b!")
      m.expect(query, "--^b-c|")
      m.expectSubscriptions(query, ["^!", "^---!", "--^---!"])
    }
  }

  @Test func `a subscription after the end begins and ends in one frame`() {
    marbles { m in
      let query = m.hot("-a|")
      m.expect(query, "----(^|)")
      m.expect(query.elements, "---(^a|)")
      m.expectSubscriptions(query, ["^-!", "----(^!)"])
    }
  }

  @Test func `a subscription without an end lasts to the end of the run`() {
    marbles { m in
      let query = m.hot("-a-b", failure: Offline())
      m.expect(query, "-a-b")
      m.expectSubscriptions(query, ["^"])
    }
  }

  @Test func `requests of responses are a hot input`() {
    marbles { m in
      let load = m.responses(to: ["x": "-a|"])
      m.hot("-x") { name in m.keep(Task { try await load(name) }) }
      m.expect(load.requests, "-(x!)")
      m.expectSubscriptions(load.requests, ["^!"])
    }
  }

  @Test func `a different subscription is drawn below the input`() {
    let failures = failures {
      marbles { m in
        let query = m.hot("-a-b-|")
        m.expect(query, "--^b-|")
        m.expectSubscriptions(query, ["-^---!", "---^!"])
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        query: expected 2 subscriptions (at 10 ms, 30 ms), got 1 (at 20 ms)
         time(ms)     0    50
         query        -a-b-|
         expected[0]   ^---!
         actual[0]      ^--|
         expected[1]     ^!
                       ^^^^
         query[0] expected ^10 !50, got ^20 !50 (completed)
         query[1] expected ^30 !40, got none
        """
      ]
    )
  }
}
