import FlyingFox
import Foundation

/// The answers about the listening queue.
///
/// `GET /queue`; `PUT /queue/<id>` with an item, `PUT /queue/<id>/title` with a text and
/// `PUT /queue/<id>/liked` with `true` answer the item as it is now.
struct QueueRoutes: Sendable {
  let store: QueueStore

  func answer(_ request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
    guard let id = path.first else { return try .json(await store.queue) }
    guard request.method == .PUT else { return .fault(405) }
    let body = try await request.bodyData
    switch path.dropFirst().first {
    case nil: return try await save(body, as: id)
    case "title": return try await change(id, body) { .rename(id, to: $0) }
    case "liked": return try await change(id, body) { (isLiked: Bool) in isLiked ? .like(id) : nil }
    default: return .fault(404)
    }
  }

  private func save(_ body: Data, as id: String) async throws -> HTTPResponse {
    guard
      let item = try? JSONDecoder().decode(ListeningQueue.Item.self, from: body), item.id == id
    else { return .fault(400, "the body must be an item with the identity of its path") }
    return try .json(await store.put(item))
  }

  private func change<Content: Decodable & Sendable>(
    _ id: String,
    _ body: Data,
    _ edit: @Sendable (Content) -> QueueEdit?
  ) async throws -> HTTPResponse {
    guard
      let content = try? JSONDecoder().decode(Content.self, from: body), let edit = edit(content)
    else { return .fault(400, "the body must be what the path is to be") }
    guard let item = await store.apply(edit, to: id) else { return .fault(404) }
    return try .json(item)
  }
}
