import Foundation
import ReactiveResources

/// A fetcher with a server and a store in memory, and a settable date.
struct Bench: Sendable {
  struct Failure: Error, Hashable {}

  let server: MemoryTransport
  let store = FailingStore()
  let date = SettableDate()
  let reports = Log<FetchReport>()
  let fetcher: ResourceFetcher

  static let url = URL(filePath: "/picture")
  static let other = URL(filePath: "/other")

  init(_ policy: FetchPolicy = FetchPolicy(), clock: any Clock<Duration> = ContinuousClock()) {
    server = MemoryTransport(clock: clock, wallClock: date.clock)
    fetcher = ResourceFetcher(
      store: store,
      transport: server,
      policy: policy,
      wallClock: date.clock
    )
  }

  var key: String { ResourceRequest(Self.url).key }
  var record: ResourceRecord? { store[key] }
  /// The statuses of the responses so far.
  var statuses: [Int?] { server.exchanges.map(\.status) }
  /// The header fields of the last request.
  var lastHeaders: HTTPFields { server.requests.last?.headers ?? [:] }

  func serve(
    _ text: String = "one",
    tag: String? = "\"1\"",
    modified: Date? = nil,
    _ cacheControl: String? = nil,
    headers: HTTPFields = [:]
  ) {
    let resource = MemoryResource(
      Data(text.utf8),
      entityTag: tag,
      lastModified: modified,
      cacheControl: cacheControl,
      headers: headers,
      chunkSize: 4
    )
    server.serve(resource, at: Self.url)
  }

  func serve(_ resource: MemoryResource) { server.serve(resource, at: Self.url) }

  func plan(_ fault: MemoryFault, times: Int? = nil) {
    server.plan(fault, at: Self.url, times: times)
  }

  func fetch(
    _ use: RequestCachePolicy = .standard,
    headers: HTTPFields = [:]
  ) async throws(ResourceError) -> FetchedResource {
    let request = ResourceRequest(Self.url, headers: headers, cachePolicy: use)
    return try await fetcher.fetch(request) { reports.note($0) }
  }

  /// Fetches, and returns body and source as a text, such as `disk one` or `stale disk one`.
  func fetchText(_ use: RequestCachePolicy = .standard, headers: HTTPFields = [:]) async -> String {
    do {
      let fetched = try await fetch(use, headers: headers)
      return "\(fetched.isStale ? "stale " : "")\(fetched.source) \(fetched.text)"
    } catch {
      return "\(error)"
    }
  }
}

extension FetchedResource {
  var text: String { String(decoding: body, as: UTF8.self) }
}
