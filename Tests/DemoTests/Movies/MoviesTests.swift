import Foundation
import Testing

@testable import Demo

@Suite struct MoviesTests {
  let movies: [Movie]

  init() throws { movies = try Catalogue.bundled().movies }

  @Test func `forty movies are bundled, each with a number, a title and a separate poster`() {
    #expect(movies.map(\.id) == Array(1...40))
    #expect(Set(movies.map(\.title)).count == 40)
    #expect(Set(movies.map(\.poster)).count == 40)
    for movie in movies {
      #expect((1900...2100).contains(movie.year))
      #expect(movie.title.first?.isWhitespace == false && movie.title.last?.isWhitespace == false)
    }
  }

  @Test func `half of the posters are PNG and half JPEG, and no two are alike`() throws {
    var files: Set<Data> = []
    for size in PosterSize.allCases {
      let posters = try movies.map { try poster(of: $0, size) }
      #expect(posters.count { $0.image.kind == .png } == 20)
      #expect(posters.allSatisfy { $0.image.width == size.width })
      #expect(posters.allSatisfy { $0.image.height == size.height })
      files.formUnion(posters.map(\.file))
    }
    #expect(files.count == 80)
    #expect(files.reduce(0) { $0 + $1.count } < 600_000)
  }

  @Test func `a poster matches its name, from the first byte to the last`() throws {
    for movie in movies {
      let poster = try poster(of: movie, .w342)
      let isPNG = movie.poster.hasSuffix(".png")
      #expect(poster.image.kind == (isPNG ? .png : .jpeg))
      let end = isPNG ? Data("IEND".utf8) + Data([0xAE, 0x42, 0x60, 0x82]) : Data([0xFF, 0xD9])
      #expect(poster.file.suffix(end.count) == end)
    }
  }

  @Test func `the API serves the movies of the catalog`() async throws {
    try await withServer { server, api in
      let served = try await api.movies()
      #expect(served == movies)
      #expect(await server.statuses(of: "/movies") == [200])
    }
  }

  @Test func `a file that is not bundled is missing`() {
    let missing = BundledFile.ResourceError(path: "posters/w92/none.png", reason: "is missing")
    #expect(throws: missing) {
      try BundledFile("posters/w92/none.png").data()
    }
  }

  @Test func `a file that is no JSON is unreadable`() throws {
    let error = #expect(throws: BundledFile.ResourceError.self) {
      let _: [Movie] = try BundledFile("posters/w92\(movies[0].poster)").decoded()
    }
    #expect(error?.path == "posters/w92/the-lighthouse-at-noon.png")
    #expect(error?.reason.hasPrefix("cannot be read: ") == true)
  }

  private func poster(of movie: Movie, _ size: PosterSize) throws -> Poster {
    try Poster(try BundledFile("posters/\(size.folder)\(movie.poster)").data())
  }
}
