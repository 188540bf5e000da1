import Foundation
import ReactiveResources

/// The client of the demo's API; every function fits a loader.
struct API: Sendable {
  let baseURL: URL
  private let transport: Transport

  init(baseURL: URL, transport: Transport = Transport()) {
    (self.baseURL, self.transport) = (baseURL, transport)
  }

  /// Returns the API at another address.
  func moved(to baseURL: URL) -> API { API(baseURL: baseURL, transport: transport) }

  func podcasts() async throws(APIError) -> [Podcast] { try await get("podcasts") }
  func movies() async throws(APIError) -> [Movie] { try await get("movies") }
  func account() async throws(APIError) -> Account { try await get("account") }
  func queue() async throws(APIError) -> ListeningQueue { try await get("queue") }

  func welcome(_ name: String, in language: String) async throws(APIError) -> String {
    try await get("welcome/\(language)", ["name": name])
  }

  func episode(progress: @escaping Transport.Progress) async throws(APIError) -> Data {
    try await transport.data(from: url("episode"), progress: progress)
  }

  /// Saves a new or changed item of the queue; returns it with the server's number.
  func put(_ item: ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item {
    try await put(item, "queue/\(item.id)")
  }

  func change(_ edit: QueueEdit) async throws(APIError) -> ListeningQueue.Item {
    switch edit {
    case .like(let id): try await put(true, "queue/\(id)/liked")
    case .rename(let id, let title): try await put(title, "queue/\(id)/title")
    }
  }

  /// Searches; returns a page of at most `limit` hits, the first one or the one at the cursor.
  func search(
    _ query: String,
    limit: Int = 10,
    cursor: String? = nil
  ) async throws(APIError) -> SearchAnswer {
    guard let cursor else { return try await get("search", ["q": query, "limit": String(limit)]) }
    return try await get("search", ["q": query, "limit": String(limit), "cursor": cursor])
  }

  /// The request for a poster, cached by its path: the port differs from run to run.
  func posterRequest(_ key: ResourceKey) -> ResourceRequest {
    ResourceRequest(url(key.posterPath), key: key.posterPath)
  }

  /// Fetches a poster without a cache, and drops it.
  func fetchPoster(_ key: ResourceKey) async {
    _ = try? await transport.data(from: url(key.posterPath))
  }

  /// Fetches and decodes any path, such as `status/500`.
  func get<Answer: Decodable>(
    _ path: String,
    _ query: KeyValuePairs<String, String> = [:]
  ) async throws(APIError) -> Answer {
    try Self.decode(await transport.data(from: url(path, query)))
  }

  private func put<Answer: Decodable>(
    _ content: some Encodable,
    _ path: String
  ) async throws(APIError) -> Answer {
    guard let body = try? JSONEncoder().encode(content) else {
      throw .transport("it cannot be encoded.")
    }
    let headers: HTTPFields = ["Content-Type": "application/json"]
    let write = ResourceRequest(url(path), method: .put, headers: headers, body: body)
    return try Self.decode(await transport.send(write))
  }

  private static func decode<Answer: Decodable>(_ data: Data) throws(APIError) -> Answer {
    do {
      return try JSONDecoder().decode(Answer.self, from: data)
    } catch { throw APIError(decoding: error) }
  }

  private func url(_ path: String, _ query: KeyValuePairs<String, String> = [:]) -> URL {
    let url = baseURL.appending(path: path)
    guard !query.isEmpty else { return url }
    return url.appending(queryItems: query.map { URLQueryItem(name: $0.key, value: $0.value) })
  }
}
