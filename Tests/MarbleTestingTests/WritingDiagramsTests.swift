import CombineShim
import Foundation
import MarbleDiagrams
import MarbleTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The code of the article on diagrams, and of the landing page.
@Suite struct `The code of the article on diagrams` {
  final class SearchModel: Sendable {
    let results: RequestLoader<String, [String]>

    init(
      query: some Publisher<String, Never>,
      clock: some Clock<Duration> = ContinuousClock(),
      load: @escaping @Sendable (String) async throws -> [String]
    ) {
      results = Loader(load)
      results.search(on: query, debounce: .milliseconds(30), clock: clock)
    }
  }

  private struct Movie: Equatable { let title: String }

  private let podcasts = ["Swift", "Rust", "Go"]
  private let newer = ["Zig"]

  @Test func `the newest answer wins`() {
    marbles(frame: .milliseconds(10)) { m in
      let podcasts = ["Swift", "Rust", "Go"]
      let query = m.hot("-a-(bc)--------|")
      let load = m.cold("--x|", ["x": podcasts])
      let model = m.keep(SearchModel(query: query, clock: m.clock) { _ in try await load() })
      m.expect(model.results.states, "n-----l-d", .states(loaded: ["d": podcasts]))
      m.expectSubscriptions(load, ["------^-!"])
    }
  }

  @Test func `a late result is drawn as on the landing page`() throws {
    let failures = failures {
      marbles(frame: .milliseconds(10)) { m in
        let podcasts = ["Swift", "Rust", "Go"]
        let query = m.hot("-a-(bc)--------|")
        let load = m.cold("----x|", ["x": podcasts])
        let model = m.keep(SearchModel(query: query, clock: m.clock) { _ in try await load() })
        m.expect(model.results.states, "n-----l-d", .states(loaded: ["d": podcasts]))
      }
    }
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/MarbleTesting/Documentation.docc/MarbleTesting.md")
    #expect(failures.count == 1)
    let text = try String(contentsOf: page, encoding: .utf8)
    for failure in failures { #expect(text.contains("  \(failure.withoutPlace)\n```")) }
  }

  @Test func `values of names`() {
    marbles { m in
      let answer = m.cold("--d|", ["d": podcasts])
      let loader = m.keep(Loader { try await answer() })
      m.at(.milliseconds(20)) { loader.load() }
      m.expect(loader.states, "n-l-d", ["n": .notRequested, "l": .loading, "d": .loaded(podcasts)])
      let movies = m.hot("a-b", MarbleValues { Movie(title: $0) })
      m.expect(movies, "a-b", ["a": Movie(title: "a"), "b": Movie(title: "b")])
    }
  }

  @Test func `states of a loader`() {
    let failures = Log<String>()
    marbles { m in
      let answer = m.cold(
        "---d|",
        ["d": podcasts, "e": newer],
        failure: Offline(),
        then: ["--#", "-e|", "---#"]
      )
      var retry = RetryPolicy.constant(.milliseconds(10), limit: 1)
      retry.shouldRetry = { _ in
        failures.note("")
        return failures.entries.count == 1
      }
      let policy = LoadPolicy(retry: retry, clock: m.clock)
      let loader = m.keep(Loader(policy: policy) { try await answer() })
      m.at(.milliseconds(20)) { loader.load() }
      m.hot("---------r-------r") { _ in loader.refresh() }
      m.expect(
        loader.states,
        "n-l--d---r-1-e---r--f",
        .states(loaded: ["d": podcasts, "e": newer], failed: ["f": Offline()])
      )
    }
  }

  @Test func `a property that is read`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("-----d|", ["d": podcasts])
      let model = m.keep(PodcastsModel())
      m.keep(Task { await model.load { try await answer() } })
      m.expect(reading: { model.title }, "n----d", ["n": "Loading", "d": "3 podcasts"])
    }
  }

  @MainActor
  private final class PodcastsModel {
    private(set) var title = "Loading"

    func load(_ podcasts: () async throws -> [String]) async {
      title = await "\((try? podcasts())?.count ?? 0) podcasts"
    }
  }

  @Test func `responses to requests`() async {
    marbles { m in
      let flaky = m.cold("--#", failure: Offline(), then: ["---x|"])
      let load = m.responses(to: ["swift": "--x|", "rust": "----y|"])
      m.expect(flaky.retry(1), "-----x|")
      m.expect(load["swift"], "--x|")
      m.expect(load["rust"], "----y|")
    }
  }

  @Test func `a recording as a diagram`() {
    let line = MarbleDiagram(quantizing: [(.milliseconds(3), "l"), (.milliseconds(348), "d")])
    print(line)  // l 330ms d
    #expect(line.description == "l 330ms d")
  }

  @Test func `a test has every line of the article and of the landing page`() throws {
    let article = try ArticleCode("WritingDiagrams", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (5, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
    let page = try ArticleCode("MarbleTesting", of: "MarbleTesting", in: ".")
    #expect((page.blocks.count, page.others) == (2, 0))
    #expect(try page.lines(missingIn: #filePath) == [])
  }
}
