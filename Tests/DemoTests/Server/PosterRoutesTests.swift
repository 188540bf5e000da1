import Foundation
import ReactiveResources
import Testing

@testable import Demo

@Suite struct PosterRoutesTests {
  private let movies: [Movie]

  init() throws { movies = try Catalogue.bundled().movies }

  @Test func `a poster is served as its file, with all fields that a cache needs`() async throws {
    try await withServer { _, api in
      let answer = try await fetch(api.posterURL(of: movies[1], .w342))
      #expect(answer.status == 200)
      let image = try Poster(answer.body).image
      #expect((image.kind, image.width, image.height) == (.jpeg, 342, 513))
      #expect(answer.headers["content-type"] == "image/jpeg")
      #expect(answer.headers["content-length"] == String(answer.body.count))
      #expect(answer.headers["cache-control"] == "max-age=0, stale-while-revalidate=86400")
      #expect(answer.headers["last-modified"] == "Fri, 01 Mar 2024 09:00:00 GMT")
      #expect(answer.headers["accept-ranges"] == "bytes")
      #expect(EntityTag(answer.headers["etag"] ?? "")?.strength == .strong)
    }
  }

  @Test func `every poster has a separate tag, in each size`() async throws {
    try await withServer { _, api in
      var tags: Set<String?> = []
      for movie in movies {
        for size in PosterSize.allCases {
          let answer = try await fetch(api.posterURL(of: movie, size))
          let type = movie.poster.hasSuffix(".png") ? "image/png" : "image/jpeg"
          #expect(answer.headers["content-type"] == type)
          tags.insert(answer.headers["etag"])
        }
      }
      #expect(tags.count == 80)
    }
  }

  @Test func `one poster is never stored, some are for an hour, the others are revalidated`() {
    let kept = Dictionary(grouping: movies, by: PosterKeeping.init).mapValues(\.count)
    #expect(kept == [.never: 1, .anHour: 10, .revalidated: 29])
  }

  @Test func `full, not modified and partial responses are counted by path`() async throws {
    try await withServer { server, api in
      let url = api.posterURL(of: movies[0], .w92)
      let whole = try await fetch(url)
      let tag = try #require(whole.headers["etag"])
      let unchanged = try await fetch(url, ["If-None-Match": tag])
      #expect((unchanged.status, unchanged.body.count) == (304, 0))
      #expect(unchanged.headers["etag"] == tag)
      #expect(unchanged.headers["content-length"] == String(whole.body.count))
      #expect(unchanged.headers["cache-control"] == whole.headers["cache-control"])
      let part = try await fetch(url, ["Range": "bytes=100-", "If-Range": tag])
      #expect(part.status == 206)
      #expect(part.body == whole.body.dropFirst(100))
      let total = whole.body.count
      #expect(part.headers["content-range"] == "bytes 100-\(total - 1)/\(total)")
      let outside = try await fetch(url, ["Range": "bytes=\(total)-"])
      #expect(outside.headers["content-range"] == "bytes */\(total)")
      let path = movies[0].posterPath(.w92)
      #expect(await server.statuses(of: path) == [200, 304, 206, 416])
      #expect(await server.requestCount(path) == 4)
      #expect(await server.requestCount(movies[0].posterPath(.w342)) == 0)
    }
  }

  @Test(arguments: [
    "posters", "posters/w92", "posters/w93/copper-sky.jpg", "posters/w92/no.png",
    "posters/w92/../movies.json", "posters/w92/copper-sky.jpg/x", "posters/w92/copper-sky.png",
  ])
  func `an unknown poster is not found`(path: String) async throws {
    try await withServer { _, api in
      let url = try #require(URL(string: "\(api.baseURL)/\(path)"))
      #expect(try await fetch(url).status == 404)
    }
  }

  @Test func `a poster that broke off is resumed and complete`() async throws {
    try await withServer { server, api in
      let path = movies[0].posterPath(.w342)
      await server.disturb(.breakOff, path: path, times: 1)
      let fetcher = ResourceFetcher(transport: URLSessionTransport.shared)
      let request = ResourceRequest(api.posterURL(of: movies[0], .w342))
      await #expect(throws: ResourceError.self) { try await fetcher.fetch(request) }
      let file = try await fetcher.fetch(request).body
      #expect(try file == MemoryResource(posterOf: movies[0], .w342).body)
      #expect(await server.statuses(of: path) == [200, 206])
      let sent = try #require(await server.ended(2))
      #expect(sent.total == file.count - file.count / 2)
      #expect(sent.isComplete)
    }
  }

  @Test(arguments: [(0, [200, 304]), (3, [200]), (6, [200, 200])])
  func `a poster is revalidated by the server's rules`(
    row: Int,
    statuses: [Int]
  ) async throws {
    try await withServer { server, api in
      let store = RecordShelf()
      for _ in 1...2 {
        let fetcher = ResourceFetcher(store: store, transport: URLSessionTransport.shared)
        _ = try await fetcher.fetch(ResourceRequest(api.posterURL(of: movies[row], .w92)))
      }
      #expect(await server.statuses(of: movies[row].posterPath(.w92)) == statuses)
    }
  }

  @Test func `each fault happens once, to one row, in one size`() async throws {
    let clock = NotingClock()
    try await withServer(clock: clock) { server, api in
      await server.disturb(movies, .w92)
      var broken: [Int] = []
      for _ in 1...2 {
        for row in 0..<12 {
          let file = try? await fetch(api.posterURL(of: movies[row], .w92))
          if file?.status != 200 { broken.append(row) }
        }
      }
      #expect(broken == [PosterAccident.failing.row, PosterAccident.broken.row])
      #expect(await clock.sleeps == [.milliseconds(200)])
      let slow = movies[PosterAccident.slow.row].posterPath(.w92)
      #expect(await server.statuses(of: slow) == [200, 200])
    }
  }

  private func fetch(
    _ url: URL,
    _ headers: HTTPFields = [:]
  ) async throws -> (status: Int, headers: HTTPFields, body: Data) {
    let request = ResourceRequest(url, headers: headers)
    let response = try await URLSessionTransport.shared.send(request)
    var body = Data()
    for try await chunk in response.body { body += chunk }
    return (response.status, response.headers, body)
  }
}

/// A store in memory.
private actor RecordShelf: ResourceStore {
  private var records: [String: ResourceRecord] = [:]

  func record(for key: String) -> ResourceRecord? { records[key] }
  func save(_ record: ResourceRecord, for key: String) { records[key] = record }
  func removeRecord(for key: String) { records[key] = nil }
  func removeAll() { records = [:] }
}
