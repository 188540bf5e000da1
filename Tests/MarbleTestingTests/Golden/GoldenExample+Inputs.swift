import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Mistakes in a test before its time runs, or in its responses.
  static let inputs = [
    GoldenExample("no diagram") {
      marbles { m in
        let words = m.hot("-a-(b-c)")
        m.expect(words, "-a-(bc)")
      }
    },
    GoldenExample("a name without a value") {
      marbles { m in
        let numbers = m.hot("-1-2-x|", ["1": 1, "2": 2])
        m.expect(numbers, "-1-2-|")
      }
    },
    GoldenExample("no failure to give") {
      marbles { m in
        let words = m.hot("-a-#")
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("a subscription too many") {
      marbles { m in
        let load = m.cold("#", failure: Offline(), then: ["-x|"])
        m.at(.milliseconds(50)) { m.keep(load.replaceError(with: "").sink { _ in }) }
        m.expect(load.retry(1), "-x|", failure: Offline())
      }
    },
    GoldenExample("an unknown request") {
      marbles { m in
        let load = m.responses(to: ["swift": "--x|"])
        let query = m.hot("-'Swift'-|")
        m.expect(query.elements.map { try await load($0) }, "---x|")
      }
    },
    GoldenExample("a response without a value") {
      marbles { m in
        let load = m.responses(to: ["swift": "--|"])
        let query = m.hot("-'swift'-|")
        m.expect(query.elements.map { try await load($0) }, "---x|")
      }
    },
    GoldenExample("registered too late") {
      marbles { m in
        m.at(.milliseconds(10)) { m.expect(Just("a"), "(a|)") }
      }
    },
    GoldenExample("advanced backwards") {
      marbles { m in
        m.advance(to: .milliseconds(50))
        m.advance(to: .milliseconds(20))
      }
    },
    GoldenExample("advanced while time runs") {
      marbles { m in
        m.at(.milliseconds(10)) { m.advance(by: .milliseconds(10)) }
      }
    },
    GoldenExample("advanced past the end") {
      marbles(until: .seconds(1)) { m in
        m.advance(to: .seconds(2))
      }
    },
    GoldenExample("a frame without time") {
      marbles(frame: .zero) { _ in }
    },
    GoldenExample("a step that never runs") {
      marbles(until: .seconds(1)) { m in
        m.at(.seconds(2)) {}
      }
    },
    GoldenExample("no order") {
      marbles(replaying: "12:x") { _ in }
    },
    GoldenExample("an order that does not fit") {
      marbles(replaying: "12:1") { m in m.expectCleanRun() }
    },
    GoldenExample("a word without quotes") {
      marbles { m in
        let query = m.hot("-swift|")
        m.expect(query, "-'swift'|")
      }
    },
  ]
}
