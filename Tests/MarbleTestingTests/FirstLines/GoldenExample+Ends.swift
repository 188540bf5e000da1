import AsyncAlgorithms
import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Completions, failures, and what arrived instead of them.
  static let ends = [
    GoldenExample("completed instead of failing") {
      marbles { m in
        let words = m.hot("-a--|").setFailureType(to: Offline.self)
        m.expect(words, "-a--#", failure: Offline())
      }
    },
    GoldenExample("completed earlier instead of failing") {
      marbles { m in
        let words = m.hot("-a--|").setFailureType(to: Offline.self)
        m.expect(words, "-a----#", failure: Offline())
      }
    },
    GoldenExample("failed instead of completing") {
      marbles { m in
        let words = m.hot("-a-#", failure: Offline())
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("failed with another error") {
      marbles { m in
        let words = m.hot("-a-#", failure: HTTPError(status: 404))
        m.expect(words, "-a-#", failure: HTTPError(status: 500))
      }
    },
    GoldenExample("a failure at another time") {
      marbles { m in
        let words = m.hot("-a---#", failure: Offline())
        m.expect(words, "-a-#", failure: Offline())
      }
    },
    GoldenExample("a value instead of the end") {
      marbles { m in
        let words = m.hot("-a-b")
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("an end instead of a value") {
      marbles { m in
        let words = m.hot("-a-|")
        m.expect(words, "-a-b")
      }
    },
    GoldenExample("never completed") {
      marbles { m in
        let words = m.hot("-a---")
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("unexpectedly completed") {
      marbles { m in
        let words = m.hot("-a--|")
        m.expect(words, "-a---")
      }
    },
    GoldenExample("a completion late") {
      marbles { m in
        let words = m.hot("-a---|")
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("values after the expected completion") {
      marbles { m in
        let words = m.hot("-a-b-c")
        m.expect(words, "-a|")
      }
    },
    GoldenExample("a forgotten keep") {
      marbles { m in
        let query = m.hot("-a---b")
        m.expect(Searching(query).results, "-a---b")
      }
    },
    GoldenExample("a response that failed") {
      marbles { m in
        let load = m.cold("--#", failure: HTTPError(status: 503))
        m.expect(load, "--x|")
      }
    },
  ]
}

/// A model whose results complete when it is released.
private final class Searching {
  let results = PassthroughSubject<String, Never>()
  private var subscription: AnyCancellable?

  init(_ query: MarbleHot<String, Never>) {
    subscription = query.sink { [weak self] in self?.results.send($0) }
  }

  deinit { results.send(completion: .finished) }
}
