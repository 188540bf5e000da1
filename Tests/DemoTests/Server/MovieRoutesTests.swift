import Foundation
import ReactiveLoadable
import Testing

@testable import Demo

@Suite struct MovieRoutesTests {
  private let catalogue: Catalogue

  init() throws { catalogue = try .bundled() }

  @Test(arguments: [MovieList.popular, .top, .found("e")], [false, true])
  func `the pages of a list contain each movie once`(
    list: MovieList,
    adults: Bool
  )
    async throws
  {
    try await withServer { _, api in
      let query = MovieQuery(list: list, adults: adults)
      let (movies, totals) = try await allPages(of: query, MovieSource(api))
      let hidden = Set(catalogue.facts.filter(\.adults).map(\.id))
      #expect(Set(movies.map(\.id)).count == movies.count)
      #expect(Set(totals) == [movies.count])
      #expect(movies.contains { hidden.contains($0.id) } == adults)
      if list != .found("e") { #expect(movies.count == (adults ? 40 : 36)) }
    }
  }

  @Test func `lists are sorted by rating, then by number of ratings`() async throws {
    try await withServer { _, api in
      let facts = Dictionary(uniqueKeysWithValues: catalogue.facts.map { ($0.id, $0) })
      let source = MovieSource(api)
      let top = try await source.page(MovieQuery(list: .top), nil).items.map {
        facts[$0.id]?.rating
      }
      let popular = try await source.page(MovieQuery(list: .popular), nil)
      let votes = popular.items.map { facts[$0.id]?.votes }
      #expect(top.compactMap(\.self) == top.compactMap(\.self).sorted(by: >) && top.count == 12)
      #expect(votes.compactMap(\.self) == votes.compactMap(\.self).sorted(by: >))
    }
  }

  @Test func `a movie has its facts and similar ones, and an unknown number is not found`()
    async throws
  {
    try await withServer { _, api in
      let source = MovieSource(api)
      let details = try await source.details(1)
      #expect(details.movie == catalogue.movies[0] && details.facts == catalogue.facts[0])
      #expect(details.similar.allSatisfy { $0.id != 1 })
      #expect(try await source.genres() == Genre.all)
      await #expect(throws: APIError.status(404)) { try await source.details(41) }
    }
  }

  @Test func `an invalid page number is refused`() async throws {
    try await withServer { _, api in
      for number in [0, -1, 1001] {
        await #expect(throws: APIError.status(400)) {
          try await MovieSource(api).page(MovieQuery(list: .top), number)
        }
      }
    }
  }

  @Test func `a welcome is in a language, and counted`() async throws {
    try await withServer { _, api in
      let first = try await api.welcome("Ada", in: "fr")
      let second = try await api.welcome("Ada", in: "fr")
      #expect([first, second] == ["Bienvenue, Ada!", "Bienvenue, Ada! (2)"])
      await #expect(throws: APIError.status(404)) { try await api.welcome("Ada", in: "xx") }
    }
  }

  @Test func `forty movies have facts, four of them for adults`() {
    #expect(catalogue.facts.map(\.id) == catalogue.movies.map(\.id))
    #expect(catalogue.facts.count(where: \.adults) == 4)
    let known = Set(Genre.all.map(\.id))
    for facts in catalogue.facts {
      #expect((0...10).contains(facts.rating) && known.isSuperset(of: facts.genres))
    }
  }

  private func allPages(
    of query: MovieQuery,
    _ source: MovieSource
  ) async throws -> (movies: [Movie], totals: [Int]) {
    var (movies, totals, next) = ([Movie](), [Int](), Int?.some(1))
    while let number = next {
      let page = try await source.page(query, number)
      movies += page.items
      totals += page.total.map { [$0] } ?? []
      next = page.next
    }
    return (movies, totals)
  }
}
