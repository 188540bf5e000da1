import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The Swift code of the article.
@Suite struct `Coming from RxJS` {
  @Test func `a debounce takes 10 frames`() {
    marbles(frame: .milliseconds(1)) { m in
      let query = m.hot("-a-b----------|")
      let pauses = query.debounce(for: .milliseconds(10), scheduler: m.scheduler)
      m.expect(pauses, "--- 10ms b|")
    }
  }

  @Test func `a group takes one frame, not one for each sign`() {
    marbles(frame: .milliseconds(1)) { m in
      let words = m.hot("-(ab)-----c|")
      m.expect(words, "- (ab) --- --c|")
    }
  }

  @Test func `the next request cancels the one before`() {
    marbles(frame: .milliseconds(1)) { m in
      let query = m.hot("-a-b")
      let load = m.cold("---x|")
      m.expect(query.map { _ in load }.switchToLatest(), "------x")
      m.expectSubscriptions(load, ["-^-!", "---^---!"])
    }
  }

  @Test func `an async function is awaited like a stream`() {
    marbles { m in
      let load = m.cold("--x|")
      let model = m.keep(Model())
      m.keep(Task { await model.appear { try await load() } })
      m.expect(model.titles, "--x")
    }
  }

  @Test func `elapsed time replaces the same number of dashes`() {
    marbles(frame: .milliseconds(1)) { m in
      m.expect(m.hot("a---------b"), "a 9ms b")
    }
    marbles { m in m.expect(m.hot("a 9ms b"), "a 9ms b") }
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("ComingFromRxJS", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (4, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}

private final class Model: Sendable {
  let titles: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() {
    (titles, continuation) = AsyncStream.makeStream()
  }

  func appear(_ load: () async throws -> String) async {
    if let title = try? await load() { continuation.yield(title) }
  }
}
