import Foundation
import ReactiveResources
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Real sockets: another port of one host, and another name of it, are other origins.
@Suite struct `A redirect over a network (H15)` {
  enum Target: CaseIterable { case sameOrigin, anotherPort, anotherHost }

  private static let secrets: HTTPFields = [
    "Authorization": "Bearer a", "Cookie": "b=c", "X-Key": "d", "Accept": "text/plain",
  ]

  /// Fetches `/a`, which redirects to `/b`, and returns the request for that.
  private func request(
    at target: Target,
    _ transport: URLSessionTransport = URLSessionTransport(),
    headers: HTTPFields
  ) async throws -> RawRequest {
    let location = SettableText("")
    let answer: RawServer.Answer = { request in
      request.path == "/a"
        ? .answer("302 Found", ["Location: \(location.text)", "Content-Length: 0"])
        : .answer("200 OK", ["Content-Length: 2"], "ok")
    }
    let log = Log<RawRequest>()
    try await RawServer.run(answer) { first in
      try await RawServer.run(answer) { second in
        switch target {
        case .sameOrigin: location.text = first.url("b").absoluteString
        case .anotherPort: location.text = second.url("b").absoluteString
        case .anotherHost: location.text = "http://localhost:\(first.baseURL.port ?? 0)/b"
        }
        let policy = FetchPolicy(redirects: RedirectPolicy(sensitiveFields: ["X-Key"]))
        let fetcher = ResourceFetcher(transport: transport, policy: policy)
        let fetched = try await fetcher.fetch(ResourceRequest(first.url("a"), headers: headers))
        #expect(fetched.text == "ok" && fetched.url?.absoluteString == location.text)
        for request in first.requests + second.requests where request.path == "/b" {
          log.note(request)
        }
      }
    }
    return try #require(log.entries.first)
  }

  @Test(arguments: Target.allCases)
  func `credentials are sent to the same origin only`(target: Target) async throws {
    let headers = try await request(at: target, headers: Self.secrets).headers
    let isSame = target == .sameOrigin
    #expect(headers["accept"] == "text/plain")
    #expect(headers["authorization"] == (isSame ? "Bearer a" : nil))
    #expect(headers["cookie"] == (isSame ? "b=c" : nil))
    #expect(headers["x-key"] == (isSame ? "d" : nil))
  }

  @Test(arguments: Target.allCases, [[:], ["X-Key": "own"]] as [HTTPFields])
  func `credentials of the session are sent to the same origin only`(
    target: Target,
    own: HTTPFields
  ) async throws {
    let configuration = URLSessionConfiguration.withoutCookies
    configuration.httpAdditionalHeaders = ["authorization": "Bearer a", "X-Own": "b", "x-KEY": "c"]
    let transport = URLSessionTransport(configuration: configuration)
    let headers = try await request(at: target, transport, headers: own).headers
    let isSame = target == .sameOrigin
    #expect(headers["authorization"] == (isSame ? "Bearer a" : nil))
    #expect(headers["x-key"] == (isSame ? own["x-key"] ?? "c" : nil))
    #expect(headers["x-own"] == "b")
  }

  @Test func `a download that broke off does not continue at another target`() async throws {
    let target = SettableText("b1")
    let half = String(repeating: "1", count: 400)
    let other = String(repeating: "2", count: 1000)
    let fields = ["ETag: \"1\"", "Accept-Ranges: bytes", "Content-Length: 1000"]
    try await RawServer.run({ request in
      switch request.path {
      case "/a": .answer("302 Found", ["Location: /\(target.text)", "Content-Length: 0"])
      case "/b1": .answer("200 OK", fields, half)
      default:
        request.headers["range"] == nil
          ? .answer("200 OK", fields, other)
          : .answer(
            "206 Partial Content",
            ["ETag: \"1\"", "Content-Range: bytes 400-999/1000", "Content-Length: 600"],
            String(other.prefix(600))
          )
      }
    }) { server in
      let fetcher = ResourceFetcher(transport: URLSessionTransport())
      let request = ResourceRequest(server.url("a"))
      await #expect(throws: ResourceError.self) { try await fetcher.fetch(request) }
      target.text = "b2"
      let whole = try await fetcher.fetch(request)
      #expect(whole.text == other)
    }
  }

  @Test func `a redirect loop ends with an error`() async throws {
    try await RawServer.run({ _ in
      .answer("302 Found", ["Location: /a", "Content-Length: 0"])
    }) { server in
      let policy = FetchPolicy(redirects: RedirectPolicy(limit: 3))
      let fetcher = ResourceFetcher(transport: URLSessionTransport(), policy: policy)
      await #expect(throws: ResourceError.redirect(.tooMany(limit: 3))) {
        try await fetcher.fetch(ResourceRequest(server.url("a")))
      }
      #expect(server.requests.count == 4)
    }
  }
}
