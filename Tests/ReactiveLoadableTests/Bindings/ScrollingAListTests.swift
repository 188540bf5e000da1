import Foundation
import LoadableTesting
import Observation
import ReactiveLoadable
import Testing

// The code of the article on scrolling a list, unchanged, without the screen of SwiftUI.

typealias EpisodeList = PagedList<String, Episode, LoadError>

func lines(_ state: LoadState<EpisodeList>) -> [String] {
  switch state {
  case .notRequested: ["Nothing here yet."]
  case .loading(let loading): loading.previous.map(rows) ?? ["Loading …"]
  case .loaded(let list): rows(list) + [footer(list)]
  case .failed(let failed):
    (failed.previous.map(rows) ?? []) + ["\(failed.error.localizedDescription) Try again?"]
  }
}

func rows(_ list: EpisodeList) -> [String] { list.map(\.title) }

func footer(_ list: EpisodeList) -> String {
  switch list.append {
  case .idle: "…"
  case .loading: "Loading more …"
  case .failed(let error): "\(error.localizedDescription) Try again?"
  case .complete: "\(list.count) episodes"
  }
}

@MainActor final class Session {
  let episodes: PagedLoader<String, Int, Episode, LoadError>

  init(fetch: @escaping @Sendable (PageRequest<String, Int>) async throws -> Page<Int, Episode>) {
    episodes = PagedLoader(policy: PagingPolicy(cachedLists: 8), fetch)
  }

  func logOut() { episodes.reset() }
}

@MainActor @Observable
final class GenreModel {
  let episodes: PagedModel<String, Int, Episode>
  var isDownloadedOnly = false

  var title: String { episodes.state.latest.map { "\($0.key): \($0.count)" } ?? "Episodes" }

  init(_ episodes: PagedLoader<String, Int, Episode, LoadError>) {
    self.episodes = PagedModel(episodes, onDisappear: .cancelLoad)
  }
}

private struct Library {
  func episodes(of genre: String, _ page: Int?) -> [Episode] { [Episode(id: page ?? 1)] }
}

@Suite struct `The code of the article on scrolling a list` {
  private static let pages = [
    "p": Page<Int, Episode>([Episode(id: 1)], next: 2),
    "q": Page<Int, Episode>([Episode(id: 2)], next: nil),
  ]

  @Test func `every page is drawn, from the first to the last`() {
    marbles(on: MainActor.shared) { m in
      let first = m.cold("--p|", Self.pages, failure: LoadError(SampleError.first), then: ["--#"])
      let second = m.cold("--#", Self.pages, failure: LoadError(SampleError.first), then: ["--q|"])
      let session = m.keep(
        Session { request in
          if request.cursor == nil { try await first() } else { try await second() }
        }
      )
      let model = m.keep(PagedModel(session.episodes))
      m.hot("-a") { model.appear($0) }
      m.hot("-----v") { _ in model.visible(1) }
      m.hot("---------t") { _ in model.retry() }
      m.hot("-------------r") { _ in Task { await model.refresh() } }
      m.hot("-----------------o") { _ in session.logOut() }
      m.expect(
        reading: { lines(model.state).joined(separator: "|") },
        "nl-1-a-e-a-2-r-f-n",
        [
          "n": "Nothing here yet.", "l": "Loading …", "1": "Episode 1|…",
          "a": "Episode 1|Loading more …", "e": "Episode 1|\(sorry)",
          "2": "Episode 1|Episode 2|2 episodes",
          "r": "Episode 1|Episode 2", "f": "Episode 1|Episode 2|\(sorry)",
        ]
      )
    }
  }

  private var sorry: String { "\(LoadError(SampleError.first).localizedDescription) Try again?" }

  @Test func `a model with more state draws the states of its list`() {
    marbles(on: MainActor.shared) { m in
      let found = Page<Int, Episode>([Episode(id: 1), Episode(id: 2)], next: nil)
      let page = m.cold("--p|", ["p": found])
      let model = m.keep(GenreModel(PagedLoader { _ in try await page() }))
      m.hot("-s", ["s": "science"]) { genre in model.episodes.appear(genre) }
      m.hot("-----r") { _ in model.episodes.loader.remove(1) }
      let titles = ["n": "Episodes", "2": "science: 2", "1": "science: 1"]
      m.expect(reading: { model.title }, "n--2-1", titles)
    }
  }

  @Test func `the rows of a part are drawn, and its page replaces them`() {
    marbles(on: MainActor.shared) { m in
      let (first, second) = (m.cold("--p|", Self.pages), m.cold("--q|", Self.pages))
      let library = Library()
      let fetch = { @Sendable (page: PageRequest<String, Int>) async throws in
        if page.cursor == nil { try await first() } else { try await second() }
      }
      let episodes = PagedLoader {
        (page: PageRequest<String, Int>, report: LoadReporter<Page<Int, Episode>>) in
        report.value(Page(library.episodes(of: page.key, page.cursor), next: nil))
        return try await fetch(page)
      }
      let model = m.keep(PagedModel(m.keep(episodes)))
      m.hot("-a") { model.appear($0) }
      m.hot("-----v") { _ in model.visible(1) }
      m.expect(
        reading: { lines(model.state).joined(separator: "|") },
        "nP-1-b-2",
        [
          "n": "Nothing here yet.", "P": "Episode 1", "1": "Episode 1|…",
          "b": "Episode 1|Episode 2|Loading more …", "2": "Episode 1|Episode 2|2 episodes",
        ]
      )
    }
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("ScrollingAList")
    #expect(article.blocks.count == 5)
    #expect(article.others == 1)
    #expect(try article.lines(missingIn: #filePath) == [])
    #expect(article.diagrams.count == 6)
    #expect(try article.diagrams(missingIn: ["PagedModelTests.swift"], besides: #filePath) == [])
  }
}
