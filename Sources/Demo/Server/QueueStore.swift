import FlyingFox
import Foundation

/// The listening queue of the server, and its answers.
///
/// `GET /queue` answers the queue. `PUT /queue/<id>` with an item, `PUT /queue/<id>/title` with a
/// text and `PUT /queue/<id>/liked` with `true` answer the changed item.
actor QueueStore {
  private var queue: ListeningQueue

  init(_ queue: ListeningQueue) { self.queue = queue }

  func answer(_ request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
    guard let id = path.first else { return try .json(queue) }
    guard request.method == .PUT else { return .fault(405) }
    let body = try await request.bodyData
    switch path.dropFirst().first {
    case nil: return try save(body, as: id)
    case "title": return try change(id, body) { .rename(id, to: $0) }
    case "liked": return try change(id, body) { (isLiked: Bool) in isLiked ? .like(id) : nil }
    default: return .fault(404)
    }
  }

  private func save(_ body: Data, as id: String) throws -> HTTPResponse {
    guard
      var item = try? JSONDecoder().decode(ListeningQueue.Item.self, from: body), item.id == id
    else { return .fault(400, "the body must be an item with the identity of its path") }
    item.number = queue[id]?.number ?? queue.items.count + 1
    queue.put(item)
    queue.revision += 1
    return try .json(item)
  }

  private func change<Content: Decodable>(
    _ id: String,
    _ body: Data,
    _ edit: (Content) -> QueueEdit?
  ) throws -> HTTPResponse {
    guard
      let content = try? JSONDecoder().decode(Content.self, from: body), let edit = edit(content)
    else { return .fault(400, "the body must be the new value of the path") }
    guard queue[id] != nil else { return .fault(404) }
    queue.apply(edit)
    queue.revision += 1
    return try .json(queue[id])
  }
}

/// The searchable entries of the server, and the answers to `/search?q=…`.
actor SearchStore {
  private let world = SearchIndex.world
  private var added: [SearchEntry] = []
  // One comparison with all entries serves every page of a query.
  private var found: [String: [SearchHit]] = [:]

  func add(_ entry: SearchEntry) {
    added.append(entry)
    found = [:]
  }

  func answer(_ request: HTTPRequest, _ disturbances: [Disturbance]) throws -> HTTPResponse {
    guard let query = request.query["q"] else { return .fault(400, "q is missing") }
    guard let limit = Int(request.query["limit"] ?? "10"), (0...1000).contains(limit) else {
      return .fault(400, "limit must be a number from 0 to 1000")
    }
    let token = request.query["cursor"]
    let start = token.map { SearchCursor($0, of: query) } ?? SearchCursor(query: query)
    guard let start else { return .fault(400, "the cursor is not one of these results") }
    return try .json(disturbances.hasBlankPage ? blankPage(at: start) : page(at: start, limit))
  }

  private func page(at start: SearchCursor, _ limit: Int) -> SearchAnswer {
    let all = hits(start.query)
    let hits = all.dropFirst(start.offset).prefix(limit)
    let end = start.offset + hits.count
    var answer = SearchAnswer(query: start.query, total: all.count, hits: Array(hits))
    if !hits.isEmpty, end < all.count {
      answer.next = SearchCursor(query: start.query, offset: end).token
    }
    return answer
  }

  private func blankPage(at start: SearchCursor) -> SearchAnswer {
    var next = start
    next.blanks += 1
    let total = hits(start.query).count
    return SearchAnswer(query: start.query, total: total, hits: [], next: next.token)
  }

  private func hits(_ query: String) -> [SearchHit] {
    if let hits = found[query] { return hits }
    let hits = SearchIndex(entries: added + world.entries).hits(query)
    found[query] = hits
    return hits
  }
}

struct SearchCursor: Codable, Hashable, Sendable {
  var query: String
  var offset = 0
  /// The number of blank pages that led here; each one has a different cursor.
  var blanks = 0
}

extension SearchCursor {
  var token: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try? encoder.encode(self)
    return data?.map { String($0, radix: 36) }.joined(separator: "-") ?? ""
  }

  /// Reads a token; nil unless it was made for this query.
  init?(_ token: String, of query: String) {
    let bytes = token.split(separator: "-").compactMap { UInt8($0, radix: 36) }
    guard let cursor = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      cursor.query == query
    else { return nil }
    self = cursor
  }
}
