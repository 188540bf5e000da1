import Foundation
import ReactiveLoadable
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import Demo

@Suite struct APIErrorTests {
  @Test func `broken JSON is malformed`() async throws {
    try await withServer { _, api in
      await #expect(throws: APIError.malformed("it is not valid JSON.")) {
        let _: [Podcast] = try await api.get("broken")
      }
    }
  }

  @Test func `JSON of another shape is malformed`() async throws {
    try await withServer { _, api in
      await #expect(throws: APIError.malformed("it lacks an expected value.")) {
        let _: OnlySaved = try await api.get("queue")
      }
    }
  }

  @Test func `a request of a cancelled task is cancelled and never reaches the server`()
    async throws
  {
    try await withServer { server, api in
      let request = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await api.podcasts()
      }
      await #expect(throws: APIError.cancelled) { try await request.value }
      #expect(await server.requestCount("/podcasts") == 0)
    }
  }

  @Test func `a cancelled request in flight reports its cancellation`() async throws {
    try await withServer { server, api in
      let gate = Gate()
      await server.disturb(.hold(gate), path: "/podcasts")
      let request = Task { try await api.podcasts() }
      await server.arrived(at: "/podcasts")
      request.cancel()
      await #expect(throws: APIError.cancelled) { try await request.value }
      gate.open()
    }
  }

  @Test func `an unknown host has no connection`() async throws {
    // Port 1 is reserved and has no listener.
    let api = API(baseURL: try #require(URL(string: "http://127.0.0.1:1")))
    await #expect(throws: APIError.noConnection(host: "127.0.0.1:1")) { try await api.podcasts() }
  }

  @Test(arguments: [
    (URLError.Code.cancelled, APIError.cancelled),
    (.timedOut, .timedOut),
    (.networkConnectionLost, .connectionLost),
    (.cannotFindHost, .noConnection(host: "example.invalid")),
    (.notConnectedToInternet, .noConnection(host: "example.invalid")),
  ])
  func `errors of URLSession are mapped`(code: URLError.Code, expected: APIError) throws {
    let url = try #require(URL(string: "https://example.invalid/a"))
    #expect(APIError(URLError(code), url: url) == expected)
    #expect(APIError(CancellationError(), url: url).isCancellation)
  }

  @Test func `any other error is a transport error with a reason`() throws {
    let url = try #require(URL(string: "https://example.invalid"))
    guard case .transport(let reason) = APIError(URLError(.badServerResponse), url: url) else {
      Issue.record("expected a transport error")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `each error is one sentence`() {
    let errors: [APIError] = [
      .cancelled, .noConnection(host: "a"), .connectionLost, .timedOut, .status(500),
      .malformed("it is."), .transport("it is."), .pages(.repeatedCursor), .pages(.emptyPages(3)),
    ]
    for error in errors { #expect(error.description.hasSuffix(".")) }
    #expect(errors.filter(\.isCancellation) == [.cancelled])
  }

  @Test func `a temporary error is worth a retry, a refusal is not`() {
    let passing: [APIError] = [
      .noConnection(host: "a"), .connectionLost, .timedOut, .status(500), .status(503),
      .status(408), .status(429), .malformed("it is."), .transport("it is."),
    ]
    let final: [APIError] = [
      .cancelled, .status(400), .status(401), .status(404), .pages(.emptyPages(3)),
    ]
    #expect((passing + final).filter(\.isPassing) == passing)
  }

  private struct OnlySaved: Decodable { var saved: [String] }
}
