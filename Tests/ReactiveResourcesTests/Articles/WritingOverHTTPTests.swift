import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

// The code of the article on writing over HTTP, unchanged.

private struct Rating: Codable, Equatable {
  var movie: Int
  var stars: Int
}

func reason(of error: LoadError) -> String? {
  guard case .status(422, _, let body) = error.underlying as? ResourceError else { return nil }
  return String(decoding: body, as: UTF8.self)
}

@Suite struct `The code of the article on writing over HTTP` {
  private let server = URL(filePath: "/")

  @Test func `a mutation writes over HTTP`() async throws {
    enum URLSessionTransport { static let shared = MemoryTransport() }
    let url = server.appending(path: "movies/7/rating")
    let transport = URLSessionTransport.shared
    transport.serve(MemoryResource(Data(), status: 201), at: url, for: .put)
    let api = ResourceFetcher(transport: URLSessionTransport.shared)
    let policy = MutationPolicy(isCancellation: ResourceError.isCancellation)
    let rate = Mutation(policy: policy) { (rating: Rating) in
      let request = ResourceRequest(
        server.appending(path: "movies/\(rating.movie)/rating"),
        method: .put,
        headers: ["Content-Type": "application/json"],
        body: try JSONEncoder().encode(rating)
      )
      return try await api.fetch(request).status
    }
    rate.run(Rating(movie: 7, stars: 4))  // returns immediately
    #expect(await rate.run(Rating(movie: 7, stars: 5)).outcome().value == 201)
    let sent = try transport.requests.map {
      try JSONDecoder().decode(Rating.self, from: $0.body ?? Data())
    }
    #expect(sent == [Rating(movie: 7, stars: 4), Rating(movie: 7, stars: 5)])
    transport.serve(MemoryResource(Data("no".utf8), status: 422), at: url, for: .put)
    let error = try #require(await rate.run(Rating(movie: 7, stars: 9)).outcome().error)
    #expect(reason(of: error) == "no")
    transport.plan(.failure(CancellationError()), at: url)
    #expect(await rate.run(Rating(movie: 7, stars: 1)).outcome() == .cancelled)
  }

  @Test func `a large file is sent from disk`() throws {
    let (scratch, url) = (ScratchFolder(), server)
    try FileManager.default.createDirectory(at: scratch.url, withIntermediateDirectories: true)
    let file = scratch.url.appending(path: "video")
    try Data("film".utf8).write(to: file)
    let video = try Data(contentsOf: file, options: .mappedIfSafe)
    let upload = ResourceRequest(
      url,
      method: .post,
      headers: ["Content-Type": "video/mp4"],
      body: video
    )
    #expect(upload.body == Data("film".utf8) && upload.method == .post)
  }

  @Test func `a server in memory answers by method`() async throws {
    let url = server
    let server = MemoryTransport()
    server.serve(at: url, for: .put) { request in
      request.headers["If-Match"] == "\"1\""
        ? MemoryResource(Data()) : MemoryResource(Data(), status: 412)
    }
    let fetcher = ResourceFetcher(transport: server)
    let request = ResourceRequest(url, method: .put, headers: ["If-Match": "\"1\""])
    #expect(try await fetcher.fetch(request).status == 200)
    await #expect(throws: ResourceError.status(412)) {
      try await fetcher.fetch(ResourceRequest(url, method: .put))
    }
  }

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("WritingOverHTTP", of: "ReactiveResources")
    #expect((article.blocks.count, article.others, article.diagrams.count) == (4, 0, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
