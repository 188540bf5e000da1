import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Streams that complete because an object was released.
  static let releases = [
    GoldenExample("a model that is not held") {
      marbles { m in
        let query = m.hot("-a---b")
        let feed = Feed(query)
        m.expect(feed.titles, "-a---b")
      }
    },
    GoldenExample("a model that only a task holds") {
      marbles { m in
        let query = m.hot("-a---b"), clock = m.clock
        let feed = Feed(query)
        m.expect(feed.titles, "-a---b")
        Task {
          try await clock.sleep(for: .milliseconds(30))
          _ = feed
        }
      }
    },
    GoldenExample("a model that a step releases") {
      marbles { m in
        var feeds = [Feed(m.hot("-a---b"))]
        m.expect(feeds[0].titles, "-a---b")
        m.at(.milliseconds(30)) { feeds = [] }
      }
    },
  ]
}

/// A model whose titles complete when it is released.
private final class Feed: @unchecked Sendable {
  let titles = PassthroughSubject<String, Never>()
  private var subscription: AnyCancellable?

  init(_ query: MarbleHot<String, Never>) {
    subscription = query.sink { [weak self] in self?.titles.send($0) }
  }

  deinit { titles.send(completion: .finished) }
}
