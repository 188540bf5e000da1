import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Subscriptions of cold inputs.
  static let subscriptions = [
    subscriptions("a subscription too many than expected", "-a-b", ["-^-!"]),
    subscriptions("a subscription too few", "-a----", ["-^----!", "------^"]),
    subscriptions("a subscription cancelled too early", "-a-b---|", ["-^---!", "---^----!"]),
    subscriptions("a subscription that is never cancelled", "-a", ["-^-!"]),
    subscriptions("a subscription at another time", "--a", ["-^"]),
    GoldenExample("a subscription that completed instead") {
      marbles { m in
        let load = m.cold("--x|")
        m.keep(load.sink { _ in })
        m.expectSubscriptions(load, ["^----!"])
      }
    },
    GoldenExample("too many subscriptions") {
      marbles { m in
        let load = m.cold("x|", then: ["y|"])
        for _ in 0..<3 { m.keep(load.sink { _ in }) }
        m.expectSubscriptions(load, ["(^!)", "(^!)", "(^!)"])
      }
    },
    GoldenExample("a request without a diagram") {
      marbles { m in
        let load = m.responses(to: ["swift": "--x|"])
        let query = m.hot("-'Swift'-|")
        m.expectCleanRun()
        m.keep(query.map { load[$0] }.switchToLatest().sink { _ in })
      }
    },
  ]

  private static func subscriptions(
    _ name: String,
    _ clicks: String,
    _ expected: [String]
  ) -> GoldenExample {
    GoldenExample(name) {
      marbles { m in
        let load = m.cold("-----x----")
        let clicks = m.hot(clicks)
        m.keep(clicks.map { _ in load }.switchToLatest().sink { _ in })
        m.expectSubscriptions(load, expected)
      }
    }
  }
}
