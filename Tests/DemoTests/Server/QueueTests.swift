import Foundation
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

  @Test func `what is no item is refused`() async throws {
    try await withServer { _, api in
      let url = api.baseURL.appending(path: "queue/new")
      let other = try JSONEncoder().encode(ListeningQueue.Item.sample("old"))
      for (body, method, status) in [
        (Data("{".utf8), "PUT", 400), (other, "PUT", 400), (other, "POST", 405),
      ] {
        await #expect(throws: APIError.status(status)) {
          _ = try await Transport().send(
            body,
            to: url,
            method: method,
            contentType: "application/json"
          )
        }
      }
      #expect(try await api.queue().revision == 1)
    }
  }
}
