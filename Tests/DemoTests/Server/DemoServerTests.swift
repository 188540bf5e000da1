import Foundation
import Testing

@testable import Demo

@Suite struct DemoServerTests {
  @Test func `the podcasts are those of the catalog`() async throws {
    try await withServer { _, api in
      let bundled = try Catalogue.bundled().podcasts
      #expect(try await api.podcasts() == bundled)
    }
  }

  @Test func `every request of the account finds the next revision`() async throws {
    try await withServer { server, api in
      let revisions = [try await api.account().revision, try await api.account().revision]
      #expect(revisions == [1, 2])
      #expect(await server.requestCount("/account") == 2)
    }
  }

  @Test(arguments: ["germany", "ドイツ", "a+b & c=d?#/%", "são tomé", "", " "])
  func `a search finds the results of the index, for any text`(query: String) async throws {
    try await withServer { _, api in
      let answer = try await api.search(query, limit: 5)
      let found = SearchIndex.world.hits(query)
      #expect(answer.hits == Array(found.prefix(5)))
      #expect(answer.total == found.count)
    }
  }

  @Test(arguments: [
    ("status/500", 500), ("status/418", 418), ("status/abc", 400), ("status/99", 400),
    ("nothing", 404), ("", 404), ("search", 400),
  ])
  func `a fault is a status`(path: String, status: Int) async throws {
    try await withServer { _, api in
      await #expect(throws: APIError.status(status)) {
        let _: [String: String] = try await api.get(path)
      }
    }
  }

  @Test func `requests are counted by path and logged in order`() async throws {
    try await withServer { server, api in
      _ = try await api.search("a")
      _ = try await api.podcasts()
      _ = try await api.search("b")
      #expect(await server.requestCount("/search") == 2)
      #expect(await server.requestCount("/account") == 0)
      let expected: [RequestLog.Entry] = [
        .init(path: "/search", query: "a"), .init(path: "/podcasts"),
        .init(path: "/search", query: "b"),
      ]
      #expect(await server.requests == expected)
    }
  }

  @Test func `a stopped server is unreachable, and another can start`() async throws {
    let api = try await withServer { _, api in
      _ = try await api.podcasts()
      return api
    }
    let host = "127.0.0.1:\(try #require(api.baseURL.port))"
    let fresh = API(baseURL: api.baseURL)
    await #expect(throws: APIError.noConnection(host: host)) { try await fresh.podcasts() }
    try await withServer { _, api in _ = try await api.podcasts() }
  }

  @Test func `stopping ends a delayed request`() async throws {
    let gate = Gate()
    let request = try await withServer { server, api in
      await server.disturb(.hold(gate), path: "/podcasts")
      let request = Task { try await api.podcasts() }
      await server.arrived(at: "/podcasts")
      return request
    }
    await #expect(throws: APIError.self) { try await request.value }
  }

  @Test func `two servers have separate ports`() async throws {
    try await withServer { first, _ in
      try await withServer { second, _ in #expect(first.baseURL != second.baseURL) }
    }
  }
}
