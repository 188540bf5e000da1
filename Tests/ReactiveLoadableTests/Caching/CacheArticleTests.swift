import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

// The code of the article on what a loader cache promises, and of the documentation of rows,
// unchanged, without the cells of UIKit.

@Suite struct `The code of the article on loader caches` {
  private struct Movie { let id = "a" }

  @Test func `two rows share a load on a test clock`() {
    marbles { m in
      let poster = m.cold("---p|")
      let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
      let posters = m.keep(LoaderCache(policy: policy) { (_: Int) in try await poster() })
      let (row, detail) = (posters.interest(in: 7), posters.interest(in: 7))
      m.expect(row.states, "l--p-|", .states(loaded: ["p": "p"]))
      m.expectSubscriptions(poster, ["^--!"])
      m.at(.milliseconds(50)) { row.cancel() }
      m.at(.milliseconds(60)) { detail.cancel() }
    }
  }

  @Test func `a row that appears again loads again, on a test clock`() {
    marbles(on: MainActor.shared) { m in
      let poster = m.cold("-----p|")
      let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
      let posters = LoaderCache(policy: policy) { (_: String) in try await poster() }
      let row = m.keep(KeyedModel(posters))
      m.hot("-ax-a") { $0 == "x" ? row.disappear() : row.show($0) }
      m.expect(reading: { row.state }, "nln-l-p", .states(loaded: ["p": "p"]))
      m.expectSubscriptions(poster, ["-^----!"])
    }
  }

  @Test(.needsImmediateTasks) @MainActor func `a row draws as in its documentation`() async throws {
    let (movie, drawn) = (Movie(), Log<String>())
    let posters = LoaderCache { (id: String) async throws in "poster of \(id)" }
    func draw(_ state: LoadState<String>, fadingIn: Bool) {
      drawn.note("\(state.latest ?? "…")\(fadingIn ? ", fading in" : "")")
    }
    _ = try await posters.load(movie.id)
    let row = KeyedModel(posters)  // a LoaderCache that all rows share

    row.show(movie.id)  // as the row appears, or shows another movie
    draw(row.state, fadingIn: !row.isHit)
    row.disappear()  // as it disappears: a load without other interests ends
    #expect(drawn.entries == ["poster of a"])
  }

  @Test @MainActor func `a screen draws several keys`() {
    let (movies, drawn) = (LoaderCache { (id: String) async throws in id }, Log<[String]?>())
    for id in ["a", "b"] { movies.set(id.uppercased(), for: id) }
    func draw(_ state: LoadState<[String]>) { drawn.note(state.value) }
    var subscription: AnyCancellable?
    let favorites = movies.states(of: ["a", "b"])
    subscription = favorites.sinkOnMainActor { draw($0) }
    #expect(drawn.entries == [["A", "B"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("CacheContract")
    #expect((article.blocks.count, article.others) == (2, 1))
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = [
      "CacheInterestTests.swift", "CachePriorityTests.swift", "CacheStoringTests.swift",
      "CacheFailureTests.swift", "../Bindings/KeyedModelTests.swift", "SeveralKeysTests.swift",
      "StaleAnswersTests.swift", "EditedKeysTests.swift", "Saved/SavedKeysTests.swift",
    ]
    #expect(article.diagrams.count { $0.hasPrefix("-") } == 73)
    #expect(
      try article.diagrams(missingIn: tests, besides: #filePath).filter { $0 != "1" } == []
    )
  }

  @Test func `a test has every line in the documentation of rows`() throws {
    let code = try ArticleCode(ofFile: "Bindings/Keyed/KeyedModel.swift")
    #expect(code.blocks.count == 2)
    #expect(try code.lines(missingIn: #filePath) == [])
  }
}
