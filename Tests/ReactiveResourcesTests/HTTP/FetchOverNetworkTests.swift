import FlyingFox
import Foundation
import ReactiveResources
import Testing

/// The same rules over URLSession and a real server.
@Suite struct `A fetch over a network` {
  private let store = FailingStore()

  private func fetcher(_ policy: FetchPolicy = FetchPolicy()) -> ResourceFetcher {
    ResourceFetcher(store: store, transport: URLSessionTransport(), policy: policy)
  }

  @Test func `a 304 refreshes the stored response`() async throws {
    try await TestServer.run { request in
      let isKnown = request.headers[HTTPHeader("If-None-Match")] == "\"1\""
      return .answer(
        isKnown ? .notModified : .ok,
        ["ETag": "\"1\""],
        Data((isKnown ? "" : "one").utf8)
      )
    } _: { server in
      let fetcher = fetcher()
      for source in [FetchedResource.Source.network, .disk, .disk] {
        let fetched = try await fetcher.fetch(ResourceRequest(server.url()))
        #expect(fetched.source == source && fetched.text == "one")
      }
      #expect(server.requests.count == 3)
    }
  }

  @Test(arguments: [true, false])
  func `a body over the limit is stopped, with or without Content-Length`(
    isAnnounced: Bool
  ) async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      let half = GatedBody(data: Data(count: 10_000), first: 5000, gate: gate)
      let body =
        isAnnounced ? HTTPBodySequence(from: half, count: 10_000) : HTTPBodySequence(from: half)
      return HTTPResponse(statusCode: .ok, body: body)
    } _: { server in
      // The rest never arrives, so the fetch ends only because it stops the transfer.
      await #expect(throws: ResourceError.tooLarge(limit: 4000)) {
        try await fetcher(FetchPolicy(sizeLimit: 4000)).fetch(ResourceRequest(server.url()))
      }
      gate.open()
    }
  }

  @Test func `a cancelled download resumes where it ended`() async throws {
    let bytes = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
    let gate = Gate()
    let half = Gate()
    try await TestServer.run { request in
      var headers = HTTPHeaders()
      headers[HTTPHeader("ETag")] = "\"1\""
      headers[HTTPHeader("Accept-Ranges")] = "bytes"
      if request.headers[HTTPHeader("Range")] == "bytes=5000-" {
        headers[HTTPHeader("Content-Range")] = "bytes 5000-9999/10000"
        return HTTPResponse(statusCode: .partialContent, headers: headers, body: bytes[5000...])
      }
      let body = GatedBody(data: bytes, first: 5000, gate: gate)
      return HTTPResponse(
        statusCode: .ok,
        headers: headers,
        body: HTTPBodySequence(from: body, count: bytes.count)
      )
    } _: { server in
      let fetcher = fetcher()
      let request = ResourceRequest(server.url())
      let first = Task {
        try await fetcher.fetch(request) {
          if $0 == .progress(received: 5000, expected: 10_000) { half.open() }
        }
      }
      await half.wait()
      first.cancel()
      await #expect(throws: ResourceError.cancelled) { try await first.value }
      gate.open()
      let second = try await fetcher.fetch(request)
      #expect(second.body == bytes)
      #expect(fetcher.counts.resumed == 1)
    }
  }

  @Test func `a connection that breaks off is an error, and nothing is stored`()
    async throws
  {
    try await TestServer.run { _ in
      let half = GatedBody(data: Data(count: 10_000), first: 5000, breaksOff: true)
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: half, count: 10_000))
    } _: { server in
      let request = ResourceRequest(server.url())
      let error = await #expect(throws: ResourceError.self) { try await fetcher().fetch(request) }
      guard case .transport? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(store[request.key] == nil)
    }
  }
}
