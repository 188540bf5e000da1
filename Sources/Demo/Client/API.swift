import Foundation
import ReactiveResources

/// The demo's API as its screens call it.
///
/// Each function fits a loader: it throws ``APIError``, whose `isCancellation` tells a cancelled
/// request from a failed one.
struct API: Sendable {
  let baseURL: URL
  private let transport: Transport

  init(baseURL: URL, transport: Transport = Transport()) {
    self.baseURL = baseURL
    self.transport = transport
  }

  /// Fetches the podcast list.
  func podcasts() async throws(APIError) -> [Podcast] {
    try await get("podcasts")
  }

  /// Fetches the movies.
  func movies() async throws(APIError) -> [Movie] {
    try await get("movies")
  }

  /// Fetches a welcome for somebody, in a language such as `en`.
  func welcome(_ name: String, in language: String) async throws(APIError) -> String {
    try await get("welcome/\(language)", ["name": name])
  }

  /// The URL of the poster of a movie.
  func posterURL(of movie: Movie, _ size: PosterSize) -> URL {
    url(movie.posterPath(size))
  }

  /// How a poster is asked for.
  ///
  /// It is kept under its path, because the port of the demo's server is another one each time.
  func posterRequest(_ key: ResourceKey) -> ResourceRequest {
    ResourceRequest(url(key.posterPath), key: key.posterPath)
  }

  /// Fetches a poster as who keeps nothing does, and looks at nothing that comes.
  func fetchPoster(_ key: ResourceKey) async {
    _ = try? await transport.data(from: url(key.posterPath))
  }

  /// Fetches the account; the server counts a revision for each request.
  func account() async throws(APIError) -> Account {
    try await get("account")
  }

  /// Fetches the listening queue.
  func queue() async throws(APIError) -> ListeningQueue {
    try await get("queue")
  }

  /// Downloads the episode and tells how far it is.
  func episode(progress: @escaping Transport.Progress) async throws(APIError) -> Data {
    try await transport.data(from: url("episode"), progress: progress)
  }

  /// Saves an item of the listening queue, new or changed, and returns it as the server has it.
  func put(_ item: ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item {
    try await put(item, "queue/\(item.id)")
  }

  /// Changes an item of the listening queue and returns it as the server has it.
  func change(_ edit: QueueEdit) async throws(APIError) -> ListeningQueue.Item {
    switch edit {
    case .like(let id): try await put(true, "queue/\(id)/liked")
    case .rename(let id, let title): try await put(title, "queue/\(id)/title")
    }
  }

  /// Searches; at most `limit` hits, the best first, or those that follow where a page was told.
  func search(
    _ query: String,
    limit: Int = 10,
    cursor: String? = nil
  ) async throws(APIError) -> SearchAnswer {
    guard let cursor else { return try await get("search", ["q": query, "limit": String(limit)]) }
    return try await get("search", ["q": query, "limit": String(limit), "cursor": cursor])
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
    let data = try await transport.send(
      Self.encode(content),
      to: url(path),
      method: "PUT",
      contentType: "application/json"
    )
    return try Self.decode(data)
  }

  /// The URL of the sample feed of a podcast.
  func feedURL(of podcast: Podcast) -> URL {
    url("feed/\(podcast.slug)")
  }

  private static func decode<Answer: Decodable>(_ data: Data) throws(APIError) -> Answer {
    do {
      return try JSONDecoder().decode(Answer.self, from: data)
    } catch {
      throw APIError(error)
    }
  }

  private static func encode(_ value: some Encodable) throws(APIError) -> Data {
    do {
      return try JSONEncoder().encode(value)
    } catch {
      throw .transport("it cannot be encoded.")
    }
  }

  private func url(_ path: String, _ query: KeyValuePairs<String, String> = [:]) -> URL {
    let url = baseURL.appending(path: path)
    guard !query.isEmpty else { return url }
    return url.appending(queryItems: query.map { URLQueryItem(name: $0.key, value: $0.value) })
  }
}
