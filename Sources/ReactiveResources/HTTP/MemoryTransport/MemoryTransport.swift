import ReactiveLoadable
public import Foundation

/// A mock transport for tests: a conforming HTTP server in memory, without a network.
///
/// It responds to conditional and range requests and to writes, records the requests with their
/// bodies, and produces planned faults. The response to a URL without a served resource has the
/// status 404:
///
/// ```swift
/// let server = MemoryTransport()
/// server.serve(MemoryResource(picture, entityTag: "\"1\""), at: url)
/// server.plan(.status(503), at: url, times: 1)
/// let fetcher = ResourceFetcher(transport: server)
/// // … the first fetch fails, the second one returns the picture …
/// #expect(server.requests.count == 2)
/// ```
///
/// Its delays are measured by the given clock, so that they take virtual time in a marble test. The
/// transport may be used from any thread.
public final class MemoryTransport: ResourceTransport {
  private let clock: any Clock<Duration>
  private let wallClock: WallClock?
  private let state = Lock(MemoryOrigin())

  /// Creates a server without resources.
  ///
  /// - Parameters:
  ///   - clock: The clock of the delays; the continuous clock by default.
  ///   - wallClock: The clock of the `Date` field; without a clock, the default, no `Date` is sent.
  public init(clock: any Clock<Duration> = ContinuousClock(), wallClock: WallClock? = nil) {
    self.clock = clock
    self.wallClock = wallClock
  }

  /// Serves a resource at a URL from now on, and replaces the previous one; `nil` for a 404.
  ///
  /// - Parameters:
  ///   - resource: The resource, with the status of its response.
  ///   - url: The URL of the requests.
  ///   - method: The method of the requests; GET by default, which also serves HEAD. Other methods
  ///     than those that are served receive the status 405.
  public func serve(
    _ resource: MemoryResource?,
    at url: URL,
    for method: ResourceRequest.Method = .get
  ) {
    let serving: MemoryOrigin.Serving? = if let resource { { _ in resource } } else { nil }
    _ = state.withLock { $0.serve(serving, at: url, for: method) }
  }

  /// Serves a resource that depends on the request: on its header fields and its body.
  ///
  /// ```swift
  /// server.serve(at: url, for: .post) { request in
  ///   MemoryResource(request.body ?? Data(), status: 201)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL of the requests.
  ///   - method: The method of the requests; GET by default.
  ///   - resource: A function that returns the resource, with the status of the response, or `nil`
  ///     for a 404. It runs on the task that sends the request, when the request arrives.
  public func serve(
    at url: URL,
    for method: ResourceRequest.Method = .get,
    _ resource: @escaping @Sendable (ResourceRequest) -> MemoryResource?
  ) {
    _ = state.withLock { $0.serve(resource, at: url, for: method) }
  }

  /// Plans a fault for the next requests; several faults of one request are combined.
  ///
  /// - Parameters:
  ///   - fault: The fault or the delay.
  ///   - url: The URL of the requests.
  ///   - method: The method of the requests; `nil`, the default, for all.
  ///   - times: The number of requests, 0 or more; `nil`, the default, for all of them.
  public func plan(
    _ fault: MemoryFault,
    at url: URL,
    for method: ResourceRequest.Method? = nil,
    times: Int? = nil
  ) {
    state.withLock { $0.planned.append((fault, url, method, times)) }
  }

  /// Removes all planned faults.
  public func clearPlan() {
    _ = state.withLock { state in
      defer { state.planned = [] }
      return state.planned
    }
  }

  /// The requests in the order of their arrival.
  public var requests: [ResourceRequest] { exchanges.map(\.request) }

  /// The requests in the order of their arrival, each with the status and size of its response.
  public var exchanges: [MemoryExchange] { state.withLock { $0.exchanges } }

  /// Responds to a request.
  ///
  /// - Parameter request: The request, which is also recorded.
  /// - Returns: The response of the served resource; 404 without one.
  /// - Throws: The planned error, or `CancellationError` if the task is cancelled.
  public func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try Task.checkCancellation()
    let (number, serving, faults) = state.withLock { $0.receive(request) }
    let resource = serving?(request)
    for case .wait(let time) in faults { try await clock.fault(for: time) }
    try Task.checkCancellation()
    for case .failure(let error) in faults { throw error }
    let response = MemoryResponse(to: request, resource, faults, date: wallClock?.now())
    state.withLock { $0.exchanges[number].status = response.status }
    let body = MemoryBody(
      data: response.body,
      chunkSize: resource?.chunkSize ?? 16_384,
      faults: faults,
      clock: clock,
      onSent: { [self] count in state.withLock { $0.exchanges[number].sent += count } }
    )
    return ResourceResponse(
      status: response.status,
      headers: response.headers,
      body: ResourceBody {
        var rest = body
        return { try await rest.next() }
      }
    )
  }
}

extension MemoryTransport: Described {
  package var objectText: ObjectText {
    ObjectText("MemoryTransport", state: counted(requests.count, "request"))
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["exchanges": Array(exchanges.suffix(10))]
  }
}
