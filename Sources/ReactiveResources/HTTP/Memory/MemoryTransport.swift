import ReactiveLoadable
public import Foundation

/// A transport for tests: a server in memory that answers as a right one does, without a network.
///
/// It answers conditional requests and those for a range, counts and keeps what it was asked, and
/// fails as it was told to:
///
/// ```swift
/// let server = MemoryTransport()
/// server.serve(MemoryResource(picture, entityTag: "\"1\""), at: url)
/// server.plan(.status(503), at: url, times: 1)
/// let fetcher = ResourceFetcher(transport: server)
/// // … the first fetch fails, the second brings the picture …
/// #expect(server.requests.count == 2)
/// ```
///
/// It waits on the clock that it is given, so that in a marble test it takes virtual time. It may be
/// used from any thread.
public final class MemoryTransport: ResourceTransport {
  private let clock: any Clock<Duration>
  private let wallClock: WallClock?
  private let state = Lock(MemoryOrigin())

  /// Creates a server that has nothing.
  ///
  /// - Parameters:
  ///   - clock: What its waits take their time from; the continuous clock by default.
  ///   - wallClock: Tells the date for the field `Date`, which is not sent by default.
  public init(clock: any Clock<Duration> = ContinuousClock(), wallClock: WallClock? = nil) {
    self.clock = clock
    self.wallClock = wallClock
  }

  /// Serves something from now on, in the place of what was there.
  ///
  /// - Parameters:
  ///   - resource: What to serve; `nil` for nothing, which is a 404.
  ///   - url: Where.
  public func serve(_ resource: MemoryResource?, at url: URL) {
    state.withLock { $0.resources[url] = resource }
  }

  /// Disturbs the requests to come; several disturbances of one request add up.
  ///
  /// - Parameters:
  ///   - fault: What happens.
  ///   - url: Where.
  ///   - times: How many requests it happens to, 0 or more; `nil` for all of them, the default.
  public func plan(_ fault: MemoryFault, at url: URL, times: Int? = nil) {
    state.withLock { $0.plan(fault, at: url, times: times) }
  }

  /// Ends all disturbances.
  public func clearPlan() { state.withLock { $0.clearPlan() } }

  /// The requests in the order in which they came.
  public var requests: [ResourceRequest] { exchanges.map(\.request) }

  /// The requests in the order in which they came, and what was sent of the answers so far.
  public var exchanges: [MemoryExchange] { state.withLock { $0.exchanges } }

  /// Answers a request.
  ///
  /// - Parameter request: What to get.
  /// - Returns: The answer.
  /// - Throws: The planned error, and `CancellationError` when the task is cancelled.
  public func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try Task.checkCancellation()
    let visit = state.withLock { $0.receive(request) }
    for case .wait(let time) in visit.faults { try await clock.sleep(for: time) }
    try Task.checkCancellation()
    for case .failure(let error) in visit.faults { throw error }
    let answer = MemoryAnswer(to: request, visit, date: wallClock?.now())
    state.withLock { $0.answered(visit.number, with: answer.status) }
    return ResourceResponse(
      status: answer.status,
      headers: answer.headers,
      body: ResourceBody(body(of: answer, visit))
    )
  }

  private func body(of answer: MemoryAnswer, _ visit: MemoryVisit) -> MemoryBody {
    MemoryBody(
      data: answer.body,
      chunkSize: visit.resource?.chunkSize ?? 16_384,
      faults: visit.faults,
      clock: clock
    ) { [self] count in state.withLock { $0.sent(count, of: visit.number) } }
  }
}
