import Foundation
import LoadableTesting
import ReactiveResources
import Testing

@Suite struct `A server in memory` {
  private static let url = URL(filePath: "/a")
  private let server = MemoryTransport(wallClock: WallClock { .start })

  private func answer(_ headers: HTTPFields = [:]) async throws -> (ResourceResponse, Data) {
    let response = try await server.send(ResourceRequest(Self.url, headers: headers))
    var body = Data()
    for try await chunk in response.body { body += chunk }
    return (response, body)
  }

  private func serve(_ resource: MemoryResource) { server.serve(resource, at: Self.url) }

  private func status(_ headers: HTTPFields) async throws -> Int {
    try await answer(headers).0.status
  }

  @Test func `a planned error and a body that the server drops may use it from their deinit`() {
    let ends = Log<Int>()
    let error = DroppedError { [server] in ends.note(server.requests.count) }
    server.plan(.failure(consume error), at: Self.url)
    server.clearPlan()
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 1)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 100)
    serve(
      MemoryResource(
        Data(
          bytesNoCopy: bytes,
          count: 100,
          deallocator: .custom { [server] bytes, _ in
            bytes.deallocate()
            ends.note(server.requests.count)
          }
        )
      )
    )
    server.serve(nil, at: Self.url)
    #expect(ends.entries == [0, 0])
  }

  @Test func `a resource is served with all its metadata`() async throws {
    serve(
      MemoryResource(
        Data("hello".utf8),
        entityTag: "\"1\"",
        lastModified: .start,
        cacheControl: "max-age=1",
        headers: ["x": "y"]
      )
    )
    let (response, body) = try await answer()
    #expect(response.status == 200 && body == Data("hello".utf8))
    #expect(
      response.headers == [
        "etag": "\"1\"", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT", "x": "y",
        "cache-control": "max-age=1", "content-length": "5", "accept-ranges": "bytes",
        "date": "Sun, 06 Nov 1994 08:49:37 GMT",
      ]
    )
  }

  @Test func `an unknown path is a 404`() async throws {
    #expect(try await status([:]) == 404)
    serve(MemoryResource(Data()))
    server.serve(nil, at: Self.url)
    #expect(try await status([:]) == 404)
  }

  @Test func `tags decide before dates`() async throws {
    serve(MemoryResource(Data("hello".utf8), entityTag: "W/\"1\"", lastModified: .start + 0.5))
    let date = HTTPDate.text(for: .start)
    let earlier = HTTPDate.text(for: .start - 1)
    #expect(try await status(["if-none-match": "\"0\", \"1\""]) == 304)
    #expect(try await status(["if-none-match": "*"]) == 304)
    #expect(try await status(["if-none-match": "\"2\"", "if-modified-since": date]) == 200)
    #expect(try await status(["if-modified-since": date]) == 304)
    #expect(try await status(["if-modified-since": earlier]) == 200)
    #expect(try await status(["if-modified-since": "today"]) == 200)
    let (response, body) = try await answer(["if-none-match": "\"1\""])
    #expect(body.isEmpty && response.headers["content-length"] == nil)
  }

  @Test(arguments: [
    ("bytes=1-2", 206, "el"), ("bytes=3-", 206, "lo"), ("bytes=-2", 206, "lo"),
    ("bytes=0-99", 206, "hello"), ("bytes=-99", 206, "hello"), ("bytes=5-", 416, ""),
    ("bytes=-0", 416, ""), ("bytes=2-1", 200, "hello"), ("bytes=0-1,3-4", 200, "hello"),
    ("bytes=-", 200, "hello"), ("bytes=+1-", 200, "hello"), ("lines=1-2", 200, "hello"),
  ])
  func `a range is served, refused or ignored`(
    range: String,
    status: Int,
    text: String
  ) async throws {
    serve(MemoryResource(Data("hello".utf8)))
    let (response, body) = try await answer(["range": range])
    #expect(response.status == status && body == Data(text.utf8))
  }

  @Test func `a range is served only of the current version`() async throws {
    serve(MemoryResource(Data("hello".utf8), entityTag: "\"1\"", lastModified: .start))
    let range: HTTPFields = ["range": "bytes=3-", "if-range": "\"1\""]
    let (response, body) = try await answer(range)
    #expect(response.status == 206 && body == Data("lo".utf8))
    #expect(response.headers["content-range"] == "bytes 3-4/5")
    #expect(response.headers["content-length"] == "2")
    #expect(try await status(["range": "bytes=3-", "if-range": "\"2\""]) == 200)
    #expect(try await status(["range": "bytes=3-", "if-range": HTTPDate.text(for: .start)]) == 206)
    serve(MemoryResource(Data("hello".utf8), entityTag: "W/\"1\""))
    #expect(try await status(["range": "bytes=3-", "if-range": "W/\"1\""]) == 200)
    serve(MemoryResource(Data("hello".utf8), ranges: .ignored))
    #expect(try await status(["range": "bytes=3-"]) == 200)
  }

  @Test func `faults happen as often as planned`() async throws {
    serve(MemoryResource(Data("hello".utf8)))
    server.plan(.status(503), at: Self.url, times: 2)
    #expect(try await status([:]) == 503)
    server.plan(.status(500), at: Self.url)
    #expect(try await status([:]) == 500)
    server.clearPlan()
    server.plan(.end(after: 2), at: Self.url, times: 1)
    #expect(try await answer().1 == Data("he".utf8))
    server.plan(.drop(after: 3, Bench.Failure()), at: Self.url, times: 1)
    await #expect(throws: Bench.Failure()) { try await answer() }
    #expect(server.exchanges.map(\.status) == [503, 500, 200, 200])
    #expect(server.exchanges.map(\.sent) == [0, 0, 2, 3])
  }

  @Test func `each method has its resource, and bodies are recorded`() async throws {
    server.serve(MemoryResource(Data("one".utf8), entityTag: "\"1\""), at: Self.url)
    server.serve(at: Self.url, for: .post) { request in
      request.body.map { MemoryResource($0 + Data("!".utf8), status: 201) }
    }
    func send(_ method: ResourceRequest.Method, _ text: String? = nil) async throws -> String {
      let body = text.map { Data($0.utf8) }
      let headers: HTTPFields = ["if-none-match": "\"2\"", "range": "bytes=0-0"]
      let request = ResourceRequest(Self.url, method: method, headers: headers, body: body)
      let response = try await server.send(request)
      var answer = Data()
      for try await chunk in response.body { answer += chunk }
      return "\(response.status) \(String(decoding: answer, as: UTF8.self))"
    }
    #expect(try await send(.get) == "206 o")
    #expect(try await send(.head) == "206 ")
    #expect(try await send(.post, "new") == "201 new!")
    #expect(try await send(.post) == "404 ")
    #expect(try await send(.put, "x") == "405 ")
    server.plan(.status(401), at: Self.url, for: .post, times: 1)
    #expect(try await send(.get) == "206 o")
    #expect(try await send(.post, "again") == "401 ")
    server.serve(nil, at: Self.url, for: .post)
    #expect(try await send(.post, "late") == "405 ")
    let bodies = server.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } }
    #expect(bodies == [nil, nil, "new", nil, "x", nil, "again", "late"])
    let allowed = try await server.send(ResourceRequest(Self.url, method: .put))
    #expect(allowed.headers["allow"] == "GET")
  }

  @Test func `delays and pauses take virtual time`() {
    marbles { m in
      let server = MemoryTransport(clock: m.clock)
      server.serve(MemoryResource(Data("abc".utf8), chunkSize: 1), at: Self.url)
      server.plan(.wait(.milliseconds(30)), at: Self.url)
      server.plan(.pace(.milliseconds(20)), at: Self.url)
      let chunks = AsyncThrowingStream<String, any Error> { feed in
        let task = Task {
          for try await chunk in try await server.send(ResourceRequest(Self.url)).body {
            feed.yield(String(decoding: chunk, as: UTF8.self))
          }
          feed.finish()
        }
        m.keep(task)
      }
      m.expect(chunks, "-----a-b-(c|)")
    }
  }
}

private final class DroppedError: Error {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
