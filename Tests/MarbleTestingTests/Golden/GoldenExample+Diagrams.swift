import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Cancellations, named failures, lanes, unused entries and times in diagrams.
  static let diagrams = [
    GoldenExample("a stream that is cancelled") {
      marbles { m in
        let words = m.hot("-a-b-c-d-|")
        m.expect(words, "--^--b-!")
      }
    },
    GoldenExample("the failure of another name") {
      marbles { m in
        let load = m.cold("--#m", failures: ["m": LoadError.missing])
        let errors = ["o": LoadError.offline, "m": .missing]
        m.expect(load, "--#o", failures: errors)
      }
    },
    GoldenExample("a time that was written wrongly") {
      marbles { m in
        let words = m.hot("-a 50 ms b|")
        m.expect(words, "-a 50ms b|")
      }
    },
    GoldenExample("an entry that no diagram uses") {
      marbles { m in
        let numbers = m.hot("-a-b|", ["a": 1, "b": 2])
        m.expect(numbers, "-a-a|", ["a": 1, "b": 2])
      }
    },
    GoldenExample("a mistake in a lane") {
      marbles { m in
        let lanes = m.lanes(
          """
          query:    -a-(b-c)---|
          results:  ---c-------|
          """
        )
        m.expect(m.hot(lanes["query"]), lanes["results"])
      }
    },
    GoldenExample("lanes that do not fit") {
      marbles { m in
        let lanes = m.lanes(
          """
          query:    -a-b-------|
          results:  ---b-------|
          """
        )
        m.expect(m.hot(lanes["query"]), lanes["result"])
      }
    },
  ]
}

private enum LoadError: Error { case offline, missing }
