import Foundation
public import ReactiveLoadable

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
/// A request with another method than GET is a write: it is sent, and removes the stored response
/// (<doc:WritingOverHTTP>). The contracts are <doc:RevalidatingResources> and
/// <doc:FollowingRedirects>. Any number of
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
  /// A request with another method than GET is sent once, and its response is not stored. It
  /// succeeds with a status from 200 to 299.
  ///
  /// - Parameters:
  ///   - request: The request, with its use of stored responses.
  ///   - report: Called on the task of the fetch, with a stored response that may be shown until
  ///     its end, and with the progress of the body; nothing by default.
  /// - Returns: The body, its source, and the URL that it was loaded from.
  /// - Throws: The reason for the failure; ``ResourceError/cancelled`` if the task is cancelled. An
  ///   already cancelled task sends no request.
  public func fetch(
    _ request: ResourceRequest,
    report: @escaping @Sendable (FetchReport) -> Void = { _ in }
  ) async throws(ResourceError) -> FetchedResource {
    try await fetch(request, as: nil, report)
  }

  /// Fetches a resource as a plan says that has just been made for the request, if there is one.
  private func fetch(
    _ request: ResourceRequest,
    as plan: FetchPlan?,
    _ report: @escaping @Sendable (FetchReport) -> Void
  ) async throws(ResourceError) -> FetchedResource {
    var plan = plan
    var chain = RedirectChain(request, policy.redirects)
    var lifetime = CacheLifetime()
    var started: [String] = []
    defer { storage.ledger { ledger in started.forEach { ledger.end($0) } } }
    // Each target is a separate fetch, with the record, the conditions and the partial download of
    // its URL (RFC 9111, 4). A redirect itself is not stored.
    while true {
      if chain.request.isGet {
        storage.ledger { $0.start(chain.request.key, redirectedFrom: request.key) }
        started.append(chain.request.key)
      }
      // The lifetime of stored bodies is limited to that of the redirects that led to them. One that
      // is stored for the target of a write may be older than the write.
      let narrowed: @Sendable (FetchReport) -> Void = { [lifetime] event in
        guard case .stored(let resource) = event else { return report(event) }
        if request.isGet { report(.stored(resource.limited(to: lifetime))) }
      }
      let run = FetchRun(fetcher: self, request: chain.request, report: narrowed)
      let first = if let plan = plan.take() { plan } else { try await run.plan() }
      switch try await run.run(first) {
      case .found(let resource): return resource.limited(to: lifetime)
      case .redirected(let location, let status, let hop):
        lifetime = lifetime.orShorter(hop)
        do { try chain.follow(location, status: status) } catch { throw .redirect(error) }
      }
    }
  }
}

extension FetchedResource {
  fileprivate func limited(to lifetime: CacheLifetime) -> FetchedResource {
    var resource = self
    resource.lifetime = self.lifetime.orShorter(lifetime)
    return resource
  }
}

// MARK: Loading

extension ResourceFetcher {
  /// Fetches a resource for a loader, as the cause of the load demands.
  ///
  /// A stored response that may be shown is a partial value of the load, and the progress that of
  /// the body. A refresh and a retry ask the server, also while the stored response is fresh. See
  /// <doc:RevalidatingResources#H23-Causes>.
  ///
  /// - Parameters:
  ///   - request: The request, with its use of stored responses by a plain load.
  ///   - report: The reporter of the load function.
  /// - Returns: The body, its source and its header fields.
  /// - Throws: `CancellationError` after a cancellation, which returns any loader to its settled
  ///   state; otherwise a ``ResourceError``.
  public func load(
    _ request: ResourceRequest,
    _ report: LoadReporter<FetchedResource>
  ) async throws -> FetchedResource {
    try await load(request, report) { $0 }
  }

  /// Fetches a resource for a loader of decoded values, as the cause of the load demands.
  ///
  /// ```swift
  /// let feed = Loader { (url: URL, report) in
  ///   try await fetcher.load(ResourceRequest(url), report) { try Feed($0.body) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request, with its use of stored responses by a plain load.
  ///   - report: The reporter of the load function.
  ///   - decode: Called on the task of the fetch, with a stored response to show and with the
  ///     result. A stored response for which it throws is not shown; one that is the result is
  ///     fetched once more in full.
  /// - Returns: The decoded value.
  /// - Throws: The error of `decode`, a ``ResourceError``, or `CancellationError` after a
  ///   cancellation.
  public func load<Value>(
    _ request: ResourceRequest,
    _ report: LoadReporter<Value>,
    decode: @escaping @Sendable (FetchedResource) throws -> Value
  ) async throws -> Value {
    var request = request
    request.cachePolicy = request.cachePolicy.policy(for: report.cause)
    let fetched = try await load(request, as: nil, report) { try? decode($0) }
    do {
      return try decode(fetched)
    } catch {
      // A damaged body would be the result of each load while it is fresh.
      guard fetched.source == .disk, !fetched.isStale, request.cachePolicy != .onlyFromStore else {
        throw error
      }
      request.cachePolicy = .reloadIgnoringStore
      return try decode(try await load(request, as: nil, report) { _ in nil })
    }
  }

  /// Fetches a resource for a loader whose failures are of this type, as the cause demands.
  ///
  /// It differs from ``load(_:_:)`` by its error after a cancellation, so the loader needs a policy
  /// with ``ResourceError/isCancellation(_:)``.
  ///
  /// - Parameters:
  ///   - request: The request, with its use of stored responses by a plain load.
  ///   - report: The reporter of the load function.
  /// - Returns: The body, its source and its header fields.
  /// - Throws: The reason for the failure; ``ResourceError/cancelled`` if the task is cancelled.
  public func fetch(
    _ request: ResourceRequest,
    _ report: LoadReporter<FetchedResource>
  ) async throws(ResourceError) -> FetchedResource {
    var request = request
    request.cachePolicy = request.cachePolicy.policy(for: report.cause)
    return try await fetch(request) { $0.report(to: report) { $0 } }
  }

  /// Fetches a resource as a plan says, and reports what `value` makes of a stored one.
  func load<Value>(
    _ request: ResourceRequest,
    as plan: FetchPlan?,
    _ report: LoadReporter<Value>,
    _ value: @escaping @Sendable (FetchedResource) -> Value?
  ) async throws -> FetchedResource {
    do {
      return try await fetch(request, as: plan) { $0.report(to: report, value) }
    } catch .cancelled {
      throw CancellationError()
    }
  }
}

/// A report during a fetch.
public enum FetchReport: Hashable, Sendable {
  /// A stored response that may be shown until the fetch ends.
  ///
  /// It is stale, unless the fetch asks the server in any case (``RequestCachePolicy``).
  case stored(FetchedResource)
  /// The number of received bytes and the length of the body, at most once for each chunk.
  ///
  /// The length is `nil` if it is unknown, or if the body has a content coding.
  case progress(received: Int64, expected: Int64?)

  /// Reports the progress to a loader, and what `value` makes of a stored response.
  ///
  /// A loader that refreshes has a value of the request, which may have been set or edited since.
  fileprivate func report<Value>(
    to reporter: LoadReporter<Value>,
    _ value: (FetchedResource) -> Value?
  ) {
    switch self {
    case .stored(let resource):
      if reporter.cause != .refresh, let value = value(resource) { reporter.value(value) }
    case .progress(let received, let expected):
      reporter.progress(completed: received, of: expected)
    }
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
