import Foundation

/// Fetches over HTTP, keeps what it gets in a store, and asks again only as the server said.
///
/// The situation: a list of pictures that were loaded yesterday. What is fresh comes from the disk
/// without a request; what is stale is asked for with its validators, and a 304 costs no body.
///
/// ```swift
/// let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
/// let picture = Loader { (url: URL, report) in
///   try await fetcher.load(ResourceRequest(url), report)
/// }
/// ```
///
/// Its test needs no network:
///
/// ```swift
/// marbles { m in
///   let server = MemoryTransport(clock: m.clock)
///   server.serve(MemoryResource(bytes, entityTag: "\"1\""), at: url)
///   server.plan(.wait(.milliseconds(30)), at: url)
///   // "a load asks, and shows the picture 30 ms later"
/// }
/// ```
///
/// The rules are in <doc:RevalidatingResources> and <doc:FollowingRedirects>. Any number of fetches may run at once, from any
/// task. Those of one URL are not joined: a loader does that.
public struct ResourceFetcher: Sendable {
  /// How it behaves.
  public let policy: FetchPolicy

  let transport: any ResourceTransport
  let wallClock: WallClock
  let storage: FetchStorage

  /// Creates a fetcher; copies share the store, the counts and the beginnings of downloads.
  ///
  /// - Parameters:
  ///   - store: Where answers are kept; nowhere by default.
  ///   - transport: What sends the requests.
  ///   - policy: How it behaves.
  ///   - wallClock: Tells the date, by which freshness is measured; that of the system by default.
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

  /// How often it did what so far.
  public var counts: FetchCounts { storage.counts }

  /// Fetches something: from the store while that is fresh, else over the network.
  ///
  /// - Parameters:
  ///   - request: What to fetch, and how what is kept may be used.
  ///   - report: Called on the task of the fetch with what is kept and may be shown meanwhile, and
  ///     with the progress of the body; nothing by default.
  /// - Returns: The body, where it came from, and the URL that redirects led to.
  /// - Throws: Why there is none. When the task is cancelled that is ``ResourceError/cancelled``, and
  ///   an already cancelled task asks nobody.
  public func fetch(
    _ request: ResourceRequest,
    report: @escaping @Sendable (FetchReport) -> Void = { _ in }
  ) async throws(ResourceError) -> FetchedResource {
    try await FetchChain(fetcher: self, report: report).run(request)
  }
}
