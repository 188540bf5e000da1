import Foundation
import ReactiveLoadable

/// An HTTP client with a cache, which stores responses and revalidates them by RFC 9111.
///
/// A fresh response is returned from disk without a request. A stale response is revalidated with
/// its `ETag` or `Last-Modified`, and a 304 transfers no body.
///
/// ```swift
/// let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
/// let picture = Loader { (url: URL, report) in
///   try await fetcher.load(ResourceRequest(url), report)
/// }
/// ```
///
/// A test needs no network:
///
/// ```swift
/// marbles { m in
///   let server = MemoryTransport(clock: m.clock)
///   server.serve(MemoryResource(bytes, entityTag: "\"1\""), at: url)
///   server.plan(.wait(.milliseconds(30)), at: url)
///   // a load sends a request, and publishes the picture after 30 ms
/// }
/// ```
///
/// The contracts are <doc:RevalidatingResources> and <doc:FollowingRedirects>. Any number of
/// fetches may run concurrently, from any task. The fetcher does not coalesce fetches of one URL; a
/// loader does.
public struct ResourceFetcher: Sendable {
  /// The configuration of the fetches.
  public let policy: FetchPolicy

  let transport: any ResourceTransport
  let wallClock: WallClock
  let storage: FetchStorage

  /// Creates a fetcher; its copies share the store, the counts and the partial downloads.
  ///
  /// - Parameters:
  ///   - store: The store of the responses; none by default.
  ///   - transport: The transport that sends the requests.
  ///   - policy: The configuration: stale responses, size limit, resuming and redirects.
  ///   - wallClock: The clock that measures ages; the clock of the system by default.
  public init(
    store: (any ResourceStore)? = nil,
    transport: any ResourceTransport,
    policy: FetchPolicy = FetchPolicy(),
    wallClock: WallClock = .system
  ) {
    self.policy = policy
    self.transport = transport
    self.wallClock = wallClock
    storage = FetchStorage(store: store, policy: policy)
  }

  /// The counts of requests, hits and failures since the fetcher was created.
  public var counts: FetchCounts { storage.counts }

  /// Fetches a resource: from the store while it is fresh, otherwise over the network.
  ///
  /// - Parameters:
  ///   - request: The GET request, with its use of stored responses.
  ///   - report: Called on the task of the fetch, with a response that may be shown stale during
  ///     its revalidation, and with the progress of the body; nothing by default.
  /// - Returns: The body, its source, and the URL that it was loaded from.
  /// - Throws: The reason for the failure; ``ResourceError/cancelled`` if the task is cancelled. An
  ///   already cancelled task sends no request.
  public func fetch(
    _ request: ResourceRequest,
    report: @escaping @Sendable (FetchReport) -> Void = { _ in }
  ) async throws(ResourceError) -> FetchedResource {
    try await FetchChain(fetcher: self, report: report).run(request)
  }
}

extension ResourceFetcher: Described {
  package var objectText: ObjectText {
    let (requests, hits) = (counted(counts.requests, "request"), counted(counts.hits, "hit"))
    return ObjectText("ResourceFetcher", state: "\(requests), \(hits)")
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "counts": counts, "staleUse": policy.staleUse, "sizeLimit": policy.sizeLimit,
      "resuming": policy.resuming, "redirects": policy.redirects,
    ]
  }
}
