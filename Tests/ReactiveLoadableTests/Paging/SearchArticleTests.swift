import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

// The code of the article on searching as you type, unchanged.

nonisolated struct Episode: Identifiable, Hashable, Sendable {
  let id: Int
  var title: String { "Episode \(id)" }
}

final class EpisodeSearch: Sendable {
  let text = BehaviorRelay("")
  let results: PagedLoader<String, Int, Episode, LoadError>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    fetch: @escaping @Sendable (PageRequest<String, Int>) async throws -> Page<Int, Episode>
  ) {
    results = PagedLoader(fetch)
    results.search(on: text, clock: clock)
  }
}

nonisolated struct Query: Hashable {
  var text: String
  var genre: String?
}

final class GenreSearch: Sendable {
  let text = BehaviorRelay("")
  let results: PagedLoader<Query, Int, Episode, LoadError>
  private let genre = BehaviorRelay<String?>(nil)

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    fetch: @escaping @Sendable (PageRequest<Query, Int>) async throws -> Page<Int, Episode>
  ) {
    results = PagedLoader(fetch)
    results.search(on: text, clock: clock) { [genre] in Query(text: $0, genre: genre.value) }
  }

  func choose(_ chosen: String?) {
    genre.accept(chosen)
    text.accept(text.value)
  }
}

func headline(_ state: Loadable<PagedList<String, Episode, LoadError>, LoadError>) -> String {
  switch state {
  case .notRequested: "Type to search."
  case .loading: "Searching …"
  case .loaded(let list): "\(list.count) found for \(list.key)."
  case .failed(let failed): failed.error.localizedDescription
  }
}

let headlines = ["n": "Type to search.", "l": "Searching …", "1": "1 found for sw."]

final class PodcastSearch: Sendable {
  let text = BehaviorRelay("")
  let results: RequestLoader<String, [String]>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    find: @escaping @Sendable (String) async throws -> [String]
  ) {
    results = Loader(find)
    results.search(on: text, debounce: .milliseconds(200), minimumLength: 2, clock: clock)
  }
}

@Suite struct `The code of the article on searching as you type` {
  @Test func `a search needs no pages`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("--p|", ["p": ["Swift by Sundell"]])
      let search = m.keep(PodcastSearch(clock: m.clock) { _ in try await answer() })
      m.hot("-12------3", ["1": "s", "2": "sw", "3": "s"]) { search.text.accept($0) }
      m.expect(search.results.states, "n---l-p--n", .states(loaded: ["p": ["Swift by Sundell"]]))
    }
  }

  @Test func `a search loads the debounced text`() {
    marbles(frame: .milliseconds(100)) { m in
      let page = m.cold("--p|", ["p": Page<Int, Episode>([Episode(id: 1)], next: nil)])
      let search = m.keep(EpisodeSearch(clock: m.clock) { _ in try await page() })
      m.hot("-12--------3", ["1": "s", "2": "sw", "3": ""]) { search.text.accept($0) }
      m.expect(search.results.states.map(headline), "n----l-1---n", headlines)
      m.expectSubscriptions(page, ["-----^-!"])
    }
  }

  @Test func `a new filter is searched immediately`() {
    marbles(frame: .milliseconds(100)) { m in
      let page = m.cold("--p|", ["p": Page<Int, Episode>([Episode(id: 1)], next: nil)])
      let (requests, clock) = (Log<Query>(), m.clock)
      let search = m.keep(
        GenreSearch(clock: clock) { request in
          requests.note(request.key)
          return try await page()
        }
      )
      m.hot("-t", ["t": "sw"]) { search.text.accept($0) }
      m.hot("--------c", ["c": "science"]) { search.choose($0) }
      m.expectSubscriptions(page, ["----^-!", "--------^-!"])
      m.at(.seconds(2)) {
        #expect(
          requests.entries == [Query(text: "sw", genre: nil), Query(text: "sw", genre: "science")]
        )
      }
    }
  }

  /// Two requests, the first of which ignores its cancellation.
  private struct TwoSteps: Sendable {
    let ids: MarbleCold<String, Never>
    let podcasts: MarbleCold<String, Never>

    func ids(matching text: String) async throws -> String { try await ids() }
    func podcasts(_ ids: String) async throws -> String { try await podcasts() }
  }

  @Test func `a replaced load that checks its cancellation makes no further request`() {
    marbles(frame: .milliseconds(100)) { m in
      let ids = m.cold("---i|", cancellation: .ignored)
      let podcasts = m.cold("--p|")
      let api = TwoSteps(ids: ids, podcasts: podcasts)
      let results = Loader { (text: String) in
        let ids = try await api.ids(matching: text)
        try Task.checkCancellation()
        return try await api.podcasts(ids)
      }
      m.keep(results)
      m.hot("-ab") { results.load($0) }
      m.expect(results.states, "nlL----p", .states(loaded: ["p": "p"]))
      m.expectSubscriptions(ids, ["-^--!", "--^--!"])
      m.expectSubscriptions(podcasts, ["-----^-!"])
    }
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("SearchingAsYouType")
    #expect(article.blocks.count == 7)
    #expect(
      try article.lines(missingIn: #filePath) == [
        "PagingPolicy(load: LoadPolicy(previous: .always))"
      ]
    )
    #expect(article.diagrams.count == 17)
    let tests = [
      "SearchTests.swift", "../Search/LoaderSearchTests.swift", "../Search/NewerRequestTests.swift",
    ]
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }
}
