import CombineShim
import Foundation
import LoadableTesting
import TestSupport
import Testing

/// The code of the landing page.
@Suite struct `The code of the landing page` {
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

  private let podcasts = ["Swift", "Rust", "Go"]
  private let newer = ["Zig"]

  @Test func `the newest result wins`() {
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
      .appending(path: "../../Sources/LoadableTesting/Documentation.docc/LoadableTesting.md")
    #expect(failures.count == 1)
    let text = try String(contentsOf: page, encoding: .utf8)
    for failure in failures { #expect(text.contains("  \(failure.withoutLocation)\n```")) }
  }

  @Test func `states have names in a table`() {
    marbles { m in
      let answer = m.cold("--d|", ["d": podcasts])
      let loader = m.keep(Loader { try await answer() })
      m.at(.milliseconds(20)) { loader.load() }
      m.expect(loader.states, "n-l-d", ["n": .notRequested, "l": .loading, "d": .loaded(podcasts)])
    }
  }

  @Test func `the states of a loader are drawn`() {
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

  @Test(.leftovers) func `a closed search is released`() async {
    let model = SearchModel(query: BehaviorRelay("swift")) { [$0] }
    expectRelease(of: model)
    for await state in model.results.states.elements where state.value != nil { break }
  }

  @Test func `a test has every line of the landing page`() throws {
    let page = try ArticleCode("LoadableTesting", of: "LoadableTesting", in: ".")
    #expect((page.blocks.count, page.others) == (5, 0))
    #expect(try page.lines(missingIn: #filePath) == [])
  }
}
