import Foundation
import ReactiveResources
import Testing

/// Real sockets: what arrives at a server, and how often.
@Suite struct `A write over a network (H18, H20)` {
  private let fetcher = ResourceFetcher(transport: URLSessionTransport())

  private static let ok = Data.answer("200 OK", ["Content-Length: 2"], "ok")

  @Test(arguments: [
    ResourceRequest.Method.post, .put, .patch, .delete, ResourceRequest.Method("PROPFIND"),
  ])
  func `the method, the header fields and the body arrive`(
    method: ResourceRequest.Method
  ) async throws {
    try await RawServer.run({ _ in Self.ok }) { server in
      for body in [nil, Data(), Data("{}".utf8)] {
        let headers: HTTPFields = ["Content-Type": "application/json"]
        let request = ResourceRequest(server.url("a"), method: method, headers: headers, body: body)
        #expect(try await fetcher.fetch(request).text == "ok")
        let received = try #require(server.requests.last)
        #expect(received.method == method.name && received.body == body ?? Data())
        #expect(received.headers["content-length"] == "\(body?.count ?? 0)")
        #expect(received.headers["content-type"] == "application/json")
      }
    }
  }

  @Test func `a HEAD has no body`() async throws {
    try await RawServer.run({ _ in .answer("200 OK", ["Content-Length: 2"]) }) { server in
      let fetched = try await fetcher.fetch(ResourceRequest(server.url("a"), method: .head))
      #expect(fetched.body.isEmpty && fetched.headers["content-length"] == "2")
    }
  }

  @Test func `a body of 100 MB arrives whole`() async throws {
    let body = Data(repeating: 7, count: 100_000_000)
    try await RawServer.run({ _ in Self.ok }) { server in
      _ = try await fetcher.fetch(ResourceRequest(server.url("a"), method: .put, body: body))
      #expect(server.requests.map(\.body) == [body])
    }
  }

  @Test func `a write is not repeated when a reused connection ends without a response`()
    async throws
  {
    let ok = Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    try await RawServer.run(reusing: true) { request in
      request.path == "/ends" ? Data() : ok
    } _: { server in
      for path in ["a", "b"] {
        let request = ResourceRequest(server.url(path), method: .post, body: Data("x".utf8))
        #expect(try await fetcher.fetch(request).text == "ok")
        _ = try await fetcher.fetch(ResourceRequest(server.url("read"), cachePolicy: .reload))
      }
      // A body could not be sent again, so that the repetition would end with its timeout.
      for method in [ResourceRequest.Method.post, .put, .patch, .delete] {
        let request = ResourceRequest(server.url("ends"), method: method)
        await #expect(throws: ResourceError.self) { try await fetcher.fetch(request) }
        #expect(
          server.requests.filter { $0.method == method.name && $0.path == "/ends" }.count == 1
        )
      }
    }
  }

  @Test func `a connection that breaks in the middle of the body is an error`() async throws {
    try await RawServer.run(bodyLimit: 100_000) { _ in
      Data()
    } _: { server in
      let body = Data(count: 20_000_000)
      let error = await #expect(throws: ResourceError.self) {
        try await fetcher.fetch(ResourceRequest(server.url("a"), method: .post, body: body))
      }
      #expect(error?.isOfTransport == true, "\(String(describing: error))")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a cancel during sending ends the write`() async throws {
    let (arrived, ended) = (Gate(), DispatchSemaphore(value: 0))
    try await RawServer.run(bodyLimit: 100_000) { _ in
      // Nothing more is read: the client cannot send the rest.
      arrived.open()
      ended.wait()
      return Data()
    } _: { server in
      let (fetcher, url) = (fetcher, server.url("a"))
      let task = Task {
        try await fetcher.fetch(ResourceRequest(url, method: .post, body: Data(count: 50_000_000)))
      }
      await arrived.wait()
      task.cancel()
      await #expect(throws: ResourceError.cancelled) { try await task.value }
      ended.signal()
    }
  }

  @Test func `the body of an error is read`() async throws {
    try await RawServer.run({ _ in
      .answer("422 Unprocessable", ["Content-Length: 4"], "name")
    }) { server in
      await #expect(throws: ResourceError.status(422, body: Data("name".utf8))) {
        try await fetcher.fetch(ResourceRequest(server.url("a"), method: .post))
      }
    }
  }
}

extension ResourceError {
  fileprivate var isOfTransport: Bool {
    if case .transport = self { true } else { false }
  }
}
