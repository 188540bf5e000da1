import AsyncAlgorithms
import CombineShim
import Foundation
import MarbleDiagrams
import MarbleTesting
import TestSupport
import Testing

/// The code of the article on diagrams, and of the landing page.
@Suite struct `The code of the article on diagrams` {
  final class SearchModel {
    let results: AnyPublisher<[String], Never>

    init<Response: Publisher<[String], Never>>(
      query: some Publisher<String, Never>,
      scheduler: some Scheduler,
      load: @escaping (String) -> Response
    ) {
      results = query.debounce(for: .milliseconds(30), scheduler: scheduler)
        .map(load).switchToLatest().eraseToAnyPublisher()
    }
  }

  private struct Movie: Equatable { let title: String }

  private final class Player {
    enum State: Equatable {
      case idle
      case playing(String)
    }

    let states = CurrentValueSubject<State, Never>(.idle)
  }

  private let podcasts = ["Swift", "Rust", "Go"]

  @Test func `the newest result wins`() {
    marbles(frame: .milliseconds(10)) { m in
      let podcasts = ["Swift", "Rust", "Go"]
      let query = m.hot("-a-(bc)--------|")
      let load = m.cold("--x|", ["x": podcasts])
      let model = m.keep(SearchModel(query: query, scheduler: m.scheduler) { _ in load })
      m.expect(model.results, "--------d---|", ["d": podcasts])
      m.expectSubscriptions(load, ["------^--!"])
    }
  }

  @Test func `a late result is drawn as on the landing page`() throws {
    let failures = failures {
      marbles(frame: .milliseconds(10)) { m in
        let podcasts = ["Swift", "Rust", "Go"]
        let query = m.hot("-a-(bc)--------|")
        let load = m.cold("----x|", ["x": podcasts])
        let model = m.keep(SearchModel(query: query, scheduler: m.scheduler) { _ in load })
        m.expect(model.results, "--------d---|", ["d": podcasts])
      }
    }
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/MarbleTesting/Documentation.docc/MarbleTesting.md")
    #expect(failures.count == 1)
    let text = try String(contentsOf: page, encoding: .utf8)
    for failure in failures { #expect(text.contains("  \(failure.withoutLocation)\n```")) }
  }

  @Test func `names mean values of a table`() {
    marbles { m in
      let player = m.keep(Player())
      m.at(.milliseconds(20)) { player.states.send(.playing("intro")) }
      m.expect(player.states, "i-p", ["i": .idle, "p": .playing("intro")])
      let movies = m.hot("a-b", MarbleValues { Movie(title: $0) })
      m.expect(movies, "a-b", ["a": Movie(title: "a"), "b": Movie(title: "b")])
    }
  }

  @Test func `a property is read and drawn`() {
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

  @Test func `responses depend on the request`() async {
    marbles { m in
      let flaky = m.cold("--#", failure: Offline(), then: ["---x|"])
      let load = m.responses(to: ["swift": "--x|", "rust": "----y|"])
      m.expect(flaky.retry(1), "-----x|")
      m.expect(load["swift"], "--x|")
      m.expect(load["rust"], "----y|")
    }
  }

  @Test func `one text has several lanes`() {
    marbles { m in
      let lanes = m.lanes(
        """
        query:    -a-b-------|
        results:  ------b----|
        """
      )
      let query = m.hot(lanes["query"])
      m.expect(query.debounce(for: .milliseconds(30), scheduler: m.scheduler), lanes["results"])
    }
  }

  private enum LoadError: Error { case offline, denied }

  @Test func `failures of several kinds have names`() {
    marbles { m in
      let load = m.cold("--#o", failures: ["o": LoadError.offline, "d": .denied], then: ["--#d"])
      m.expect(load.retry(1), "----#d", failures: ["d": .denied])
    }
  }

  @Test func `a diagram subscribes late and cancels early`() {
    marbles { m in
      let ticks = m.hot("-a-b-c-d-|")
      m.expect(ticks, "---^-c!")
      m.expectSubscriptions(ticks, ["---^--!"])
    }
    marbles { m in
      let ticks = m.hot("-a-b-c-d-|")
      m.expect(ticks, "---^-c-(d!)")
    }
  }

  @Test func `an input can be an async sequence`() {
    marbles { m in
      let words = m.hot("-a-b----c|")
      m.expect(words.elements.debounce(for: .milliseconds(30), clock: m.clock), "------b--(c|)")
    }
  }

  @Test func `the example of the function marbles passes`() {
    let podcasts = podcasts
    marbles { m in
      let query = m.hot("-a-b---|")
      let load = m.cold("--x|", ["x": podcasts])
      let results = query.map { _ in load }.switchToLatest()
      m.expect(results, "-----x-|", ["x": podcasts])
      m.expectSubscriptions(load, ["-^-!", "---^--!"])
    }
  }

  @Test func `a recording as a diagram`() {
    let line = MarbleDiagram(quantizing: [(.milliseconds(3), "l"), (.milliseconds(348), "d")])
    print(line)  // l 330ms d
    #expect(line.description == "l 330ms d")
  }

  @Test func `a test has every line of the article and of the landing page`() throws {
    let article = try ArticleCode("WritingDiagrams", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (9, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
    let page = try ArticleCode("MarbleTesting", of: "MarbleTesting", in: ".")
    #expect((page.blocks.count, page.others) == (2, 0))
    #expect(try page.lines(missingIn: #filePath) == [])
  }
}
