import Foundation
import Testing

@testable import Demo

@Suite struct SearchPagesTests {
  @Test func `the pages of a search contain all results, each entry once and in order`()
    async throws
  {
    try await withServer { _, api in
      var (hits, cursors) = ([SearchHit](), [String?]())
      var next: String?
      repeat {
        let page = try await api.search("an", limit: 300, cursor: next)
        #expect(page.total == SearchIndex.world.hits("an").count)
        hits += page.hits
        next = page.next
        cursors.append(next)
      } while next != nil
      #expect(hits == SearchIndex.world.hits("an"))
      #expect(Set(cursors).count == cursors.count)
    }
  }

  @Test func `an entry that is added shifts the page that follows`() async throws {
    try await withServer { server, api in
      let first = try await api.search("an", limit: 3)
      await server.add(.addition(foundAs: "an"))
      let second = try await api.search("an", limit: 3, cursor: first.next)
      #expect(second.hits.first == first.hits.last)
      #expect(second.total == first.total + 1)
      let again = try await api.search("an", limit: 3)
      #expect(again.hits.map(\.code) == ["+1"] + first.hits.prefix(2).map(\.code))
    }
  }

  @Test func `a blank page leads to the one that it replaced`() async throws {
    try await withServer { server, api in
      let first = try await api.search("an", limit: 3)
      let second = try await api.search("an", limit: 3, cursor: first.next)
      await server.disturb(.blank, path: "/search", times: 2)
      let blank = try await api.search("an", limit: 3, cursor: first.next)
      let another = try await api.search("an", limit: 3, cursor: blank.next)
      #expect(blank.hits.isEmpty && another.hits.isEmpty)
      #expect(Set([first.next, blank.next, another.next]).count == 3)
      #expect(try await api.search("an", limit: 3, cursor: another.next) == second)
    }
  }

  @Test(arguments: ["", "120", "an", "MC4wLnh5eg", "🙂", " "])
  func `a cursor that no page has returned is refused`(cursor: String) async throws {
    try await withServer { _, api in
      await #expect(throws: APIError.status(400)) {
        try await api.search("an", limit: 3, cursor: cursor)
      }
    }
  }

  @Test func `a cursor belongs to the results of one query`() async throws {
    try await withServer { _, api in
      let page = try await api.search("an", limit: 3)
      await #expect(throws: APIError.status(400)) {
        try await api.search("germ", limit: 3, cursor: page.next)
      }
    }
  }

  @Test func `a page without room for rows has no next`() async throws {
    try await withServer { _, api in
      let page = try await api.search("an", limit: 0)
      #expect(page.hits.isEmpty && page.next == nil && page.total > 100)
    }
  }

  @Test func `the cursor of a request is in the log`() async throws {
    try await withServer { server, api in
      let page = try await api.search("an")
      _ = try await api.search("an", cursor: page.next)
      #expect(await server.requests.map(\.cursor) == [nil, page.next])
    }
  }
}
