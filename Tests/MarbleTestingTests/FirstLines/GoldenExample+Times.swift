import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Signals at the wrong time, missing or unexpected.
  static let times = [
    GoldenExample("a value late") {
      marbles { m in
        let model = Model(m.hot("n-----l---d", states))
        m.keep(model)
        m.expect(model.states, "n-----l-d--", states)
      }
    },
    GoldenExample("a value early") {
      marbles { m in
        let words = m.hot("--a-b")
        m.expect(words, "--a---b")
      }
    },
    GoldenExample("a value missing") {
      marbles { m in
        let words = m.hot("-a-b-c|")
        m.expect(words.filter { $0 != "b" }, "-a-b-c|")
      }
    },
    GoldenExample("a value with a description missing") {
      marbles { m in
        let states = m.hot("n-l---|", states)
        m.expect(states, "n-l-d-|", FirstLine.states)
      }
    },
    GoldenExample("a value too many") {
      marbles { m in
        let clicks = m.hot("-a-a-b|")
        m.expect(clicks, "-a---b|")
      }
    },
    GoldenExample("a value too many without a name") {
      marbles { m in
        let counts = m.hot("-1-2|", ["1": 1, "2": 250])
        m.expect(counts, "-1--|", ["1": 1])
      }
    },
    GoldenExample("a different word") {
      marbles { m in
        let words = m.hot("-a-b|")
        m.expect(words, "-a-c|")
      }
    },
    GoldenExample("a different number") {
      marbles { m in
        let counts = m.hot("-1|", ["1": 12])
        m.expect(counts, "-1|", ["1": 11])
      }
    },
    GoldenExample("two values swapped in a frame") {
      marbles { m in
        let words = m.hot("-(abc)|")
        m.expect(words, "-(acb)|")
      }
    },
    GoldenExample("two values swapped in time") {
      marbles { m in
        let words = m.hot("-a-b|")
        m.expect(words, "-b-a|")
      }
    },
    GoldenExample("everything late") {
      marbles { m in
        let words = m.hot("---a-b-c|")
        m.expect(words, "-a-b-c|")
      }
    },
    GoldenExample("nothing at all") {
      marbles { m in
        let words = PassthroughSubject<String, Never>()
        m.expect(words, "-a-b-c|")
      }
    },
    GoldenExample("several differences at once") {
      marbles { m in
        let words = m.hot("-a---c-d-x-|")
        m.expect(words, "-a-b--cd-y|")
      }
    },
    GoldenExample("a value a fraction of a frame late") {
      marbles { m in
        let words = PassthroughSubject<String, Never>()
        m.at(.microseconds(20_500)) { words.send("a") }
        m.expect(words, "--a")
      }
    },
    GoldenExample("wide characters") {
      marbles { m in
        let 名前 = m.hot("-🍎-日|")
        m.expect(名前, "-🍎-本|")
      }
    },
    GoldenExample("a quoted name") {
      marbles { m in
        let queries = m.hot("-'swift'-'rust'|")
        m.expect(queries, "-'swift'-'go'|")
      }
    },
    GoldenExample("a word without quotes in a diagram") {
      marbles { m in
        let query = m.hot("-swift|")
        m.expect(query, "-'swift'|")
      }
    },
    GoldenExample("hundreds of differences") {
      marbles { m in
        let ticks = m.hot(String(repeating: "a--", count: 100))
        m.expect(ticks, "a--a--b")
      }
    },
  ]

  private static let states = FirstLine.states
}

/// A model whose states are those of an input.
private final class Model {
  let states: MarbleHot<ListState, Never>

  init(_ states: MarbleHot<ListState, Never>) {
    self.states = states
  }
}
