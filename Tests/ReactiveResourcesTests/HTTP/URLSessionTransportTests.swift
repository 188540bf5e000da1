import FlyingFox
import Foundation
import ReactiveResources
import Testing

@Suite struct `A transport over URLSession` {
  private let transport = URLSessionTransport()

  private func body(of response: ResourceResponse) async throws -> Data {
    var body = Data()
    for try await chunk in response.body { body += chunk }
    return body
  }

  @Test func `a response has status, header fields and body`() async throws {
    try await TestServer.run { _ in
      .answer(.ok, ["ETag": "\"1\""], Data("hello".utf8))
    } _: { server in
      let response = try await transport.send(ResourceRequest(server.url()))
      #expect(response.status == 200)
      #expect(response.headers["etag"] == "\"1\"")
      #expect(response.headers["content-length"] == "5")
      #expect(try await body(of: response) == Data("hello".utf8))
    }
  }

  @Test func `conditions are sent, and a 304 is returned`() async throws {
    try await TestServer.run { request in
      let isKnown = request.headers[HTTPHeader("If-None-Match")] == "\"1\""
      return HTTPResponse(statusCode: isKnown ? .notModified : .ok)
    } _: { server in
      let request = ResourceRequest(server.url(), headers: ["if-none-match": "\"1\""])
      let response = try await transport.send(request)
      #expect(response.status == 304)
      #expect(try await body(of: response).isEmpty)
    }
  }

  @Test func `the session caches nothing`() async throws {
    try await TestServer.run { _ in
      .answer(.ok, ["Cache-Control": "max-age=3600"])
    } _: { server in
      for _ in 0..<2 { _ = try await body(of: transport.send(ResourceRequest(server.url()))) }
      #expect(server.requests.count == 2)
    }
  }

  @Test func `a body without a length arrives completely`() async throws {
    let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    try await TestServer.run { _ in
      let chunks = GatedBody(data: bytes, first: 50_000)
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: chunks))
    } _: { server in
      let response = try await transport.send(ResourceRequest(server.url()))
      #expect(response.headers["content-length"] == nil)
      #expect(try await body(of: response) == bytes)
    }
  }

  @Test func `a redirect is a response`() async throws {
    try await TestServer.run { request in
      guard request.path == "/old" else {
        return HTTPResponse(statusCode: .ok, body: Data("new".utf8))
      }
      return .answer(.found, ["Location": "/new"])
    } _: { server in
      let response = try await transport.send(ResourceRequest(server.url("old")))
      #expect(response.status == 302)
      #expect(response.headers["location"] == "/new")
      #expect(server.requests.map(\.path) == ["/old"])
    }
  }

  @Test func `an already cancelled task makes no request`() async throws {
    try await TestServer.run { _ in
      HTTPResponse(statusCode: .ok)
    } _: { server in
      let gate = Gate()
      let task = Task {
        await gate.wait()
        _ = try await transport.send(ResourceRequest(server.url()))
      }
      await gate.waiterArrived()
      task.cancel()
      gate.open()
      await #expect(throws: CancellationError.self) { try await task.value }
      _ = try await body(of: transport.send(ResourceRequest(server.url("after"))))
      #expect(server.requests.map(\.path) == ["/after"])
    }
  }

  @Test func `a cancel ends the wait for the header fields`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      await gate.wait()
      return HTTPResponse(statusCode: .ok)
    } _: { server in
      let task = Task { _ = try await transport.send(ResourceRequest(server.url())) }
      await gate.waiterArrived()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      gate.open()
    }
  }

  @Test func `a cancel ends the wait for the rest of a body`() async throws {
    let gate = Gate()
    let first = Gate()
    try await TestServer.run { _ in
      let half = GatedBody(data: Data(count: 10_000), first: 5000, gate: gate)
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: half, count: 10_000))
    } _: { server in
      let task = Task {
        var received = 0
        for try await chunk in try await transport.send(ResourceRequest(server.url())).body {
          received += chunk.count
          if received == 5000 { await first.wait() }
        }
      }
      await first.waiterArrived()
      first.open()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      gate.open()
    }
  }

  @Test func `a body that is dropped unread ends its transfer`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      let half = GatedBody(data: Data(count: 10_000), first: 5000, gate: gate)
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: half, count: 10_000))
    } _: { server in
      // More than the six connections of a session: all must be released.
      for _ in 0..<8 { _ = try await transport.send(ResourceRequest(server.url())) }
      gate.open()
    }
  }

  @Test func `a connection that breaks off is an error`() async throws {
    try await TestServer.run { _ in
      let half = GatedBody(data: Data(count: 10_000), first: 5000, breaksOff: true)
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: half, count: 10_000))
    } _: { server in
      let response = try await transport.send(ResourceRequest(server.url()))
      // On Linux the code is unknown.
      await #expect(throws: URLError.self) { try await body(of: response) }
    }
  }

  @Test func `a connection that is refused is an error`() async throws {
    var refused: URL?
    try await TestServer.run { _ in
      HTTPResponse(statusCode: .ok)
    } _: {
      refused = $0.url()
    }
    let url = try #require(refused)
    let error = await #expect(throws: URLError.self) {
      try await transport.send(ResourceRequest(url))
    }
    #expect(error?.code == .cannotConnectToHost)
  }
}
