import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The recipes and the counter of the article on optimistic updates.
@Suite struct `The article on one change on several screens (L12, L21)` {
  @Test func `one change on several screens`() async {
    let (api, badge, details, issue) = (API(), loader(Badge()), cache(Detail()), Issue(id: 1))
    badge.edit { $0.open = [1, 2] }
    let issues = PagedLoader { (_: PageRequest<NoRequest, Int>) in
      Page<Int, IssueRow>([IssueRow(id: 1), IssueRow(id: 2)], next: nil)
    }
    await issues.load().outcome()
    let close = Mutation(editing: [
      .list(issues) { (issue: Issue) in [.change(issue.id) { $0.isOpen = false }] },
      .key(details, of: { $0.id }) { _, detail in detail.isOpen = false },
      .loader(badge) { issue, badge in badge.close(issue.id) },
    ]) { issue in
      try await api.close(issue)
    }

    close.run(issue)  // all three include it when this returns
    #expect(issues.state.value?.map(\.isOpen) == [false, true])
    #expect(badge.state.value?.open == [2])
    #expect(details.value(for: 1)?.isOpen == false)
    await close.run(Issue(id: 2)).outcome()
    #expect(badge.state.value?.open == [])
    #expect(details.value(for: 1)?.isOpen == false)
    #expect(issues.state.value?.map(\.isOpen) == [false, false])
  }

  @Test func `a target confirms with the answer of the server`() async {
    let (api, movies) = (API(), cache(Movie(stars: 1, title: "a")))
    let myRatings = loader([Int: Int]())
    let rate = Mutation(editing: [
      .loader(myRatings) { (rating: Rating, mine) in mine[rating.movie] = rating.stars },
      .key(movies, of: { $0.movie }) { rating, movie in
        movie.stars = rating.stars
      } confirm: { _, saved, movie in
        movie = saved
      },
    ]) { rating in
      try await api.send(rating)
    }
    let handle = rate.run(Rating(movie: 1, stars: 5))
    #expect(myRatings.state.value == [1: 5])
    await handle.outcome()
    #expect(movies.value(for: 1) == Movie(stars: 5, title: "b"))

    let rename = Mutation(editing: movies, key: { $0.movie }) { (title: Title, movie) in
      movie.title = title.text
    } write: { title in
      try await api.send(title)
    }
    await rename.run(Title(movie: 1, text: "c")).outcome()
    #expect(movies.value(for: 1)?.title == "c")
  }

  @Test func `a mutation whose write throws its own errors or none infers its failure`() async {
    let (first, second) = (loader(1), loader("a"))
    let typed = Mutation(editing: [
      .loader(first) { (input: Int, value) in
        let doubled = 2 * input
        value += doubled
      },
      .loader(second) { input, text in
        let more = "\(input)"
        text += more
      },
    ]) { input async throws(SampleError) in
      if input > 1 { throw .first }
      return "\(input)"
    }
    let outcome: LoadOutcome<String, SampleError> = await typed.run(2).outcome()
    #expect(outcome == .failed(.first))
    #expect((first.state.value, second.state.value) == (1, "a"))
    let plain = Mutation(editing: [.loader(first) { (_: Int, value) in value += 1 }]) { input in
      input
    }
    let saved: LoadOutcome<Int, Never> = await plain.run(2).outcome()
    #expect(saved == .loaded(2))
  }

  // MARK: A counter next to a flag

  @Test func `a counter next to its flag is right over a refresh that contains the write`() {
    marbles { m in
      let api = API(answer: m.cold("----w|"))
      let loads = m.cold("--5|", then: ["--6|"])
      let posts = m.keep(
        LoaderCache { (_: Int) in
          let likes = Int(try await loads()) ?? 0
          return Post.Value(isLiked: likes == 6, likes: likes)
        }
      )
      let like = Mutation(editing: posts, key: { $0.id }) { (post: Post, value) in
        if value.isLiked { return }
        value.isLiked = true
        value.likes += 1
      } write: { post in
        try await api.like(post)
      }
      m.keep(like)
      let row = m.keep(posts.interest(in: 1))
      m.hot("----x") { _ in like.run(Post(id: 1)) }
      m.at(.milliseconds(50)) { row.refresh() }
      m.expect(row.states.map { $0.text(\.likes) }, "l-5-6r-6")
    }
  }

  @Test func `a counter with a version is right from the answer of the write on`() {
    counts(loads: ["--5|", "--4|"], "nl-54r-34")
  }

  @Test func `a counter with a version is right over a refresh without the write`() {
    counts(loads: ["--5|", "--5|"], "nl-54r-44")
  }

  /// Plays the diagram of the article: a load of 4 is version 2.
  private func counts(loads: [String], _ diagram: String) {
    marbles { m in
      let api = VersionedAPI(answer: m.cold("----w|"))
      let load = m.cold(loads[0], then: Array(loads.dropFirst()))
      let counts = m.keep(
        Loader {
          let open = Int(try await load()) ?? 0
          return Counts(open: open, version: open == 4 ? 2 : 1)
        }
      )
      let details = cache(Detail())
      let close = Mutation(editing: [
        .loader(counts) { (issue: Issue, counts) in
          counts.open -= 1
        } confirm: { _, version, counts in
          if counts.version < version { counts.open -= 1 }
        },
        .key(details, of: { $0.id }) { _, detail in detail.isOpen = false },
      ]) { issue in
        try await api.close(issue)
      }
      m.keep(close)
      m.hot("-l--xr") { letter in
        switch letter {
        case "l": counts.load()
        case "r": counts.refresh()
        default: close.run(Issue(id: 1))
        }
      }
      m.expect(counts.states.map { $0.text(\.open) }, diagram)
    }
  }

  @Test func `every line of the recipes is compiled here`() throws {
    let blocks = try ArticleCode("EditingOptimistically").blocks
    let own = blocks.filter { block in
      block.contains { $0.contains("editing: [") || $0.contains("key: { $0.") }
    }
    #expect(own.count == 5)
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    for line in own.joined() {
      #expect(here.contains(line), "no test compiles this line of the article: \(line)")
    }
  }

  private func loader<Value: Sendable>(_ value: Value) -> ValueLoader<Value> {
    let loader: ValueLoader<Value> = Loader { value }
    loader.set(value)
    return loader
  }

  private func cache<Value: Sendable>(_ value: Value) -> LoaderCache<Int, Value, LoadError> {
    let cache = LoaderCache { (_: Int) async throws -> Value in value }
    cache.set(value, for: 1)
    return cache
  }
}

extension Loadable {
  /// `n`, `l` for a load, `r` for a refresh, or a number.
  fileprivate func text(_ number: (Value) -> Int) -> String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading): loading.previous == nil ? "l" : "r"
    case .loaded(let value): "\(number(value))"
    case .failed: "f"
    }
  }
}

private struct Issue: Sendable { let id: Int }

private struct IssueRow: Identifiable, Sendable {
  let id: Int
  var isOpen = true
}

private struct Badge: Sendable {
  var open: Set<Int> = []
  mutating func close(_ id: Int) { open.remove(id) }
}

private struct Detail: Sendable { var isOpen = true }

private struct Counts: Sendable {
  var open: Int
  let version: Int
}

private struct Rating: Sendable {
  let movie: Int
  let stars: Int
}

private struct Title: Sendable {
  let movie: Int
  let text: String
}

private struct Movie: Sendable, Equatable {
  var stars: Int
  var title: String
}

private struct Post: Sendable {
  struct Value: Sendable {
    var isLiked: Bool
    var likes: Int
  }

  let id: Int
}

private struct API {
  var answer: MarbleCold<String, Never>?

  func close(_ issue: Issue) async throws {}
  func send(_ rating: Rating) async throws -> Movie { Movie(stars: rating.stars, title: "b") }
  func send(_ title: Title) async throws {}
  func like(_ post: Post) async throws { _ = try await answer?() }
}

/// A server that answers a write with its version.
private struct VersionedAPI {
  let answer: MarbleCold<String, Never>

  func close(_ issue: Issue) async throws -> Int {
    _ = try await answer()
    return 2
  }
}
