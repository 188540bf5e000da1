import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The first line of a stream that completed too early names a released object only as a fact.
@Suite(.needs(.outsideWork), .notOptimized) struct EarlyEndTests {
  @Test func `a model that the body releases is named`() {
    expectRelease("Feed", at: 0) { m in
      let feed = Feed()
      m.expect(feed.titles, "-a")
    }
  }

  @Test func `a subclass is named, not its superclass`() {
    expectRelease("SportsFeed", at: 0) { m in
      let feed = SportsFeed()
      m.expect(feed.titles, "-a")
    }
  }

  @Test func `a generic class is named without its parameters`() {
    expectRelease("Box", at: 0) { m in
      let box = Box(Subject())
      m.expect(box.content, "-a")
    }
  }

  @Test func `an actor is named`() {
    expectRelease("FeedActor", at: 0) { m in
      let feed = FeedActor()
      m.expect(feed.titles, "-a")
    }
  }

  @Test func `a nested class is named with its type`() {
    expectRelease("Screen.Header", at: 0) { m in
      let header = Screen.Header()
      m.expect(header.feed.titles, "-a")
    }
  }

  @Test func `a class of a function is named`() {
    final class Local {
      let feed = Feed()
    }
    expectRelease("Local", at: 0) { m in
      let local = Local()
      m.expect(local.feed.titles, "-a")
    }
  }

  @Test func `the owner of a released model is named`() {
    expectRelease("Screen", at: 0) { m in
      let screen = Screen()
      m.expect(screen.header.feed.titles, "-a")
    }
  }

  @Test func `the owner of models in an array is named`() {
    expectRelease("Reader", at: 0) { m in
      let reader = Reader()
      m.expect(reader.titles, "-a")
    }
  }

  @Test func `a model that only a task retains is named`() {
    expectRelease("Feed", at: 20) { m in
      let feed = Feed(), clock = m.clock
      m.expect(feed.titles, "-a---b")
      Task {
        try await clock.sleep(for: .milliseconds(20))
        feed.titles.send("a")
      }
    }
  }

  @Test func `a model that only an input retains is named`() {
    expectRelease("Feed", at: 20) { m in
      let feed = Feed()
      m.hot("-a|").subscribe(
        Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { feed.titles.send($0) })
      )
      m.expect(feed.titles, "-a---b")
    }
  }

  @Test func `a model that only a subscription retains is named`() {
    expectRelease("Feed", at: 0) { m in
      let feed = Feed()
      let subscription = m.hot("-a").sink { feed.titles.send($0) }
      m.expect(feed.titles, "-a")
      _ = subscription
    }
  }

  @Test func `a subscription whose cancellation completes a stream is named`() {
    expectRelease("AnyCancellable", at: 0) { m in
      let titles = Subject()
      let subscription = m.hot("-a").handleEvents(
        receiveCancel: { titles.send(completion: .finished) }
      ).sink { titles.send($0) }
      m.expect(titles, "-a")
      _ = subscription
    }
  }

  @Test func `a model that an isolated deinit completes is named`() {
    expectRelease("MainFeed", at: 0) { m in
      let feed = MainFeed()
      m.expect(feed.titles, "-a")
    }
  }

  @Test func `a model that a step releases is named with the step`() {
    let text = text { m in
      var feed: Feed? = Feed()
      m.expect(feed?.titles ?? Subject(), "-----b")
      m.at(.milliseconds(30)) { feed = nil }
    }
    let step = "EarlyEndTests.swift:\(#line - 2)"
    #expect(
      text.firstLine.hasSuffix(
        ": Feed was released, caused by \(step): completed at 30 ms, 1 value missing"
      )
    )
    #expect(
      text.contains(
        "\n The stream completed at 30 ms because Feed was released, caused by \(step).\n"
      )
    )
    #expect(!text.contains("m.keep"))
  }

  @Test(arguments: 0..<9)
  func `the report of a stream that completes for another reason mentions no object`(
    _ index: Int
  ) {
    let bodies: [@Sendable (Marbles) -> Void] = [
      { m in m.expect(Just("a"), "a-b") },
      { m in m.expect(Just("a").map { $0 }, "(ab|)") },
      { m in
        let query = m.hot("-a")
        m.expect(Empty<String, Never>(), "-a")
        _ = query
      },
      { m in m.expect(["a", "b"].publisher, "ab-c") },
      { m in m.expect(Optional("a").publisher, "a-b") },
      { m in m.expect(m.hot("-a-b").prefix(1), "-a-b") },
      { m in m.expect(m.hot("-a-b").first(where: { $0 == "a" }), "-a-b") },
      { m in
        let titles = Subject()
        m.at(.milliseconds(30)) { titles.send(completion: .finished) }
        m.expect(titles, "-----b")
      },
      { m in
        let feed = m.keep(Feed())
        m.hot("---x") { _ in feed.end() }
        m.expect(feed.titles, "-----b")
      },
    ]
    let text = text(bodies[index])
    #expect(text.firstLine.contains(": completed at "))
    #expect(text.contains("missing"))
    #expect(!text.contains("m.keep") && !text.contains("released"), "\(text)")
  }

  @Test(arguments: 0..<5)
  func `the report of a stream that completes for an unknown reason has a question`(
    _ index: Int
  ) {
    let bodies: [@Sendable (Marbles) -> Void] = [
      { m in m.expect(Feed().titles, "-a") },
      { m in
        let (titles, continuation) = AsyncStream.makeStream(of: String.self)
        m.keep(StreamFeed(continuation))
        m.at(.milliseconds(10)) { continuation.finish() }
        m.expect(titles, "--a")
      },
      { m in
        let (titles, continuation) = AsyncStream.makeStream(of: String.self)
        let feed = StreamFeed(continuation)
        m.expect(titles, "--a")
        _ = feed
      },
      { m in
        let feed = Feed()
        m.expect(feed.titles.receive(on: m.scheduler), "--a")
      },
      { m in
        let feed = m.keep(Feed())
        Task { feed.end() }
        m.expect(feed.titles, "--a")
      },
    ]
    let text = text(bodies[index])
    #expect(!text.firstLine.contains("released"))
    #expect(
      text.contains(
        "\n A stream completes when its object is released: is the object held with `m.keep`?\n"
      ),
      "\(text)"
    )
  }

  @Test func `an input without a subscriber names the released model`() {
    let text = text { m in
      let query = m.hot("-a"), titles = Subject()
      let search = Search(query, into: titles)
      m.expect(titles, "-a")
      _ = search
    }
    let fact = "`query` had no subscriber when time started, because Search was released"
    #expect(text.firstLine.contains(": \(fact) (retain it with `m.keep`): 1 value missing"))
    #expect(text.contains("\n \(fact). Retain it with `m.keep`.\n"))
  }

  @Test func `an input names the subscription that the body releases`() {
    let text = text { m in
      let query = m.hot("-a"), titles = Subject()
      let subscription = query.sink { titles.send($0) }
      m.expect(titles, "-a")
      _ = subscription
    }
    #expect(text.firstLine.contains("because AnyCancellable was released (retain it with"))
  }

  @Test func `an input that loses its subscriber by a step names the step`() {
    let text = text { m in
      let query = m.hot("-----a"), titles = Subject()
      var search: Search? = Search(query, into: titles)
      m.at(.milliseconds(30)) { search = nil }
      m.expect(titles, "-----a")
      _ = search
    }
    let step = "EarlyEndTests.swift:\(#line - 4)"
    let fact =
      "`query` lost its only subscriber at 30 ms, before its first signal, because Search was released"
    #expect(text.firstLine.hasSuffix(": \(fact): 1 value missing"), "\(text)")
    #expect(text.contains("\n \(fact), caused by \(step).\n"), "\(text)")
    #expect(!text.contains("m.keep"))
  }

  @Test func `the report of an input whose subscription code cancels has a question`() {
    let text = text { m in
      let query = m.hot("-a"), titles = Subject()
      let search = m.keep(Search(query, into: titles))
      search.stop()
      m.expect(titles, "-a")
    }
    #expect(!text.contains("released"))
    #expect(text.firstLine.contains("when time started (is its model held with `m.keep`, and"))
  }

  @Test func `a closure of an input that releases a model is named`() {
    let text = text { m in
      var feed: Feed? = Feed()
      m.expect(feed?.titles ?? Subject(), "-----b")
      m.hot("---x") { _ in feed = nil }
    }
    let input = "EarlyEndTests.swift:\(#line - 2)"
    #expect(text.firstLine.contains(": Feed was released, caused by \(input): "), "\(text)")
  }

  @Test func `a release explains an end that an input also explains`() {
    expectRelease("Feed", at: 20) { m in
      let feed = Feed(), clock = m.clock
      m.expect(m.hot("-a|"), "-a|")
      m.expect(feed.titles, "---b")
      Task {
        try await clock.sleep(for: .milliseconds(20))
        _ = feed
      }
    }
  }

  /// Expects a failure whose first line names a released object.
  private func expectRelease(
    _ name: String,
    at time: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (Marbles) -> Void
  ) {
    let text = text(body)
    #expect(
      text.firstLine.contains(
        ": \(name) was released (retain it with `m.keep`): completed at \(time) ms, 1 value missing"
      ),
      "\(text)",
      sourceLocation: sourceLocation
    )
    #expect(
      text.contains(
        "\n The stream completed at \(time) ms because \(name) was released. Retain it with "
          + "`m.keep`.\n"
      ),
      sourceLocation: sourceLocation
    )
  }

  /// The failure of a run.
  private func text(_ body: @escaping (Marbles) -> Void) -> String {
    failures { marbles { m in body(m) } }.first?.text ?? ""
  }
}

private typealias Subject = PassthroughSubject<String, Never>

/// A model whose stream completes when it is released.
private class Feed: @unchecked Sendable {
  let titles = Subject()

  func end() { titles.send(completion: .finished) }

  deinit { end() }
}

private final class SportsFeed: Feed, @unchecked Sendable {}

private final class Box<Content> {
  let content: Content

  init(_ content: Content) { self.content = content }

  deinit { (content as? Subject)?.send(completion: .finished) }
}

private final class Screen {
  final class Header {
    let feed = Feed()
  }

  let header = Header()
}

private final class Reader {
  private let feeds = [Feed()]

  var titles: Subject { feeds[0].titles }
}

private final class Search {
  private let subscription: AnyCancellable

  init(_ query: MarbleHot<String, Never>, into titles: Subject) {
    subscription = query.sink { titles.send($0) }
  }

  func stop() { subscription.cancel() }
}

private actor FeedActor {
  nonisolated(unsafe) let titles = Subject()

  deinit { titles.send(completion: .finished) }
}

@MainActor private final class MainFeed {
  nonisolated(unsafe) let titles = Subject()

  nonisolated init() {}

  isolated deinit { titles.send(completion: .finished) }
}

/// A model whose asynchronous stream ends when it is released.
private final class StreamFeed {
  private let continuation: AsyncStream<String>.Continuation

  init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
