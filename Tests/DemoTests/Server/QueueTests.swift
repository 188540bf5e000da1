import Foundation
import ReactiveResources
import Testing

@testable import Demo

@Suite struct QueueTests {
  @Test func `a new item gets a number, a changed one keeps it, and each is a revision`()
    async throws
  {
    try await withServer { _, api in
      let first = try await api.queue()
      var item = try await api.put(.sample("new"))
      #expect(item.number == first.items.count + 1)
      item.isLiked = true
      item.number = nil
      let liked = try await api.put(item)
      #expect(liked.isLiked)
      #expect(liked.number == first.items.count + 1)
      let last = try await api.queue()
      #expect(last.revision == first.revision + 2)
      #expect(last.items == first.items + [liked])
    }
  }

  @Test func `a change applies to its field only`() async throws {
    try await withServer { _, api in
      let before = try #require(try await api.queue().items.first)
      let liked = try await api.change(.like(before.id))
      #expect(liked.isLiked)
      let renamed = try await api.change(.rename(before.id, to: "“New” / név"))
      #expect(renamed == .init(id: before.id, title: "“New” / név", isLiked: true, number: 1))
      let queue = try await api.queue()
      #expect(queue.revision == 3)
      #expect(queue[before.id] == renamed)
    }
  }

  @Test func `an unknown item cannot be changed`() async throws {
    try await withServer { _, api in
      await #expect(throws: APIError.status(404)) { try await api.change(.like("nobody")) }
    }
  }

  @Test func `an invalid item is refused`() async throws {
    try await withServer { _, api in
      let other = try JSONEncoder().encode(ListeningQueue.Item.sample("old"))
      let attempts: [(path: String, body: Data, method: ResourceRequest.Method, status: Int)] = [
        ("queue/new", Data("{".utf8), .put, 400), ("queue/new", other, .put, 400),
        ("queue/new", other, .post, 405), ("queue/new/liked", Data("1".utf8), .put, 400),
        ("queue/new/liked", Data("false".utf8), .put, 400), ("queue/new/age", other, .put, 404),
      ]
      for (path, body, method, status) in attempts {
        await #expect(throws: APIError.status(status)) {
          let url = api.baseURL.appending(path: path)
          _ = try await Transport().send(ResourceRequest(url, method: method, body: body))
        }
      }
      #expect(try await api.queue().revision == 1)
    }
  }
}
