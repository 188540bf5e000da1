import Testing

@testable import Demo

@Suite struct FlightTests {
  private let movies: [Movie]

  init() throws { movies = try Catalogue.bundled().movies }

  @Test
  func `the first two rows that scroll by have started, then visible ones are due, the last first`()
    throws
  {
    let flights = RowScroll.movies.compactMap { Flight($0, of: movies) }
    #expect(
      flights.map(\.requested) == [
        [33, 32, 12, 13, 14, 15, 16, 17], [18, 19, 38, 37, 36, 34], [33, 32, 0, 1, 2, 4, 5],
      ]
    )
    let fling = try #require(flights.first)
    #expect((0..<40).filter(fling.begins) == [32, 33])
  }

  @Test func `a scroll in which no row scrolls by is invalid`() {
    let scrolls = RowScroll.movies.prefix(3)
    #expect(scrolls.allSatisfy { Flight($0, of: movies) == nil })
  }
}
