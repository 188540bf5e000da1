import Foundation
import ReactiveResources
import Testing

/// `/picture` redirects a write to `/other`.
@Suite struct `A redirected write (H21)` {
  private let bench = Bench()

  private static let fields: HTTPFields = [
    "authorization": "Bearer a", "content-type": "text/plain", "content-language": "en",
    "content-encoding": "identity", "accept": "text/plain",
  ]

  /// The request that the target received.
  private func target(
    of method: ResourceRequest.Method,
    _ status: Int
  ) async throws -> ResourceRequest {
    bench.server.plan(.status(status, ["location": "/other"]), at: Bench.url)
    for method in [method, .get] {
      bench.server.serve(MemoryResource(Data("ok".utf8)), at: Bench.other, for: method)
    }
    let request = ResourceRequest(
      Bench.url,
      method: method,
      headers: Self.fields,
      body: Data("new".utf8)
    )
    let fetched = try await bench.fetcher.fetch(request)
    #expect(fetched.text == "ok" && fetched.url == Bench.other)
    #expect(bench.server.requests.count == 2)
    return try #require(bench.server.requests.last)
  }

  @Test(arguments: [
    (ResourceRequest.Method.post, 301), (.post, 302), (.post, 303), (.put, 303), (.patch, 303),
    (.delete, 303),
  ])
  func `becomes a GET without a body`(method: ResourceRequest.Method, status: Int) async throws {
    let request = try await target(of: method, status)
    #expect(request.method == .get && request.body == nil)
    #expect(
      request.headers == [
        "authorization": "Bearer a", "accept": "text/plain", "cache-control": "max-age=0",
      ]
    )
  }

  @Test(arguments: [
    (ResourceRequest.Method.post, 307), (.post, 308), (.put, 301), (.put, 302), (.put, 307),
    (.patch, 301),
    (.patch, 308), (.delete, 301), (.delete, 302), (.delete, 307),
    (ResourceRequest.Method("PROPFIND"), 302),
  ])
  func `keeps its method and its body`(method: ResourceRequest.Method, status: Int) async throws {
    let request = try await target(of: method, status)
    #expect(request.method == method && request.body == Data("new".utf8))
    #expect(request.headers == Self.fields)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a HEAD stays one`(status: Int) async throws {
    bench.server.plan(.status(status, ["location": "/other"]), at: Bench.url)
    bench.server.serve(MemoryResource(Data("ok".utf8)), at: Bench.other)
    let fetched = try await bench.fetcher.fetch(ResourceRequest(Bench.url, method: .head))
    #expect(fetched.body.isEmpty && fetched.url == Bench.other)
    #expect(bench.server.requests.map(\.method) == [.head, .head])
  }

  @Test func `does not return a response that was stored before`() async throws {
    let server = bench.server
    server.serve(
      MemoryResource(Data("old".utf8), entityTag: "\"1\"", cacheControl: "max-age=60"),
      at: Bench.other
    )
    _ = try await bench.fetcher.fetch(ResourceRequest(Bench.other))
    server.serve(
      MemoryResource(Data("new".utf8), entityTag: "\"2\"", cacheControl: "max-age=60"),
      at: Bench.other
    )
    server.plan(.status(303, ["location": "/other"]), at: Bench.url)
    let fetched = try await bench.fetcher.fetch(ResourceRequest(Bench.url, method: .post))
    #expect(fetched.text == "new")
    #expect(try await bench.fetcher.fetch(ResourceRequest(Bench.other)).source == .disk)
  }

  @Test(arguments: [302, 307])
  func `credentials are sent to the same origin only`(status: Int) async throws {
    let received = Log<ResourceRequest>()
    let transport = ClosureTransport { request in
      received.note(request)
      return request.url.path == "/a"
        ? ResourceResponse(status: status, headers: ["location": "https://b.test/b"])
        : ResourceResponse(status: 200)
    }
    let url = try #require(URL(string: "https://a.test/a"))
    let request = ResourceRequest(url, method: .put, headers: Self.fields, body: Data("x".utf8))
    _ = try await ResourceFetcher(transport: transport).fetch(request)
    let last = try #require(received.entries.last)
    #expect(last.method == .put && last.body == Data("x".utf8) && !last.allowsCredentials)
    #expect(last.headers["authorization"] == nil && last.headers["accept"] == "text/plain")
  }

  @Test func `a loop ends at the limit`() async {
    bench.server.plan(.status(307, ["location": "/picture"]), at: Bench.url)
    await #expect(throws: ResourceError.redirect(.tooMany(limit: 20))) {
      try await bench.fetcher.fetch(ResourceRequest(Bench.url, method: .post))
    }
  }
}
