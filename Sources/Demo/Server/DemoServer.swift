import Foundation
import ReactiveLoadable

/// The demo's HTTP API on a free port of the loopback interface, and its recorded requests.
struct DemoServer: Sendable {
  let baseURL: URL
  private let end: @Sendable () async -> Void
  private let log: RequestLog
  private let world: SearchStore
  private let ratings: RatingsStore

  static func start(
    catalogue: Catalogue,
    plan: ResponsePlan = ResponsePlan(),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(StartError) -> DemoServer {
    let routes = Routes(catalogue: catalogue, plan: plan, clock: clock)
    let server = try await RunningServer.start(routes)
    return DemoServer(baseURL: server.baseURL, routes: routes, end: server.stop)
  }

  /// Creates a server that is running; tests call its routes without a network.
  init(baseURL: URL, routes: Routes, end: @escaping @Sendable () async -> Void) {
    (self.baseURL, self.end) = (baseURL, end)
    (log, world, ratings) = (routes.log, routes.search, routes.ratings)
  }

  /// Stops listening, cancels running requests, and returns when the port is free.
  func stop() async { await end() }

  typealias StartError = RunningServer.StartError

  var requests: [RequestLog.Entry] { get async { log.entries } }
  var answers: [RequestLog.Answer] { get async { await log.answers } }
  var transfers: ReadOnlyRelay<[Transfer.Record]> { log.transfers }

  /// The statuses of the answers to a path, including interrupted ones.
  func statuses(of path: String) async -> [Int] {
    await log.answers.filter { $0.path == path }.map(\.status)
  }

  /// Waits for a number of ended long answers, and returns the last; nil for a cancelled task.
  func ended(_ count: Int = 1) async -> Transfer.Record? {
    for await records in transfers.elements where records.count >= count {
      return records[count - 1]
    }
    return nil
  }

  func requestCount(_ path: String) async -> Int { log.entries.count { $0.path == path } }

  /// Waits for a number of requests of a path, optionally with one text of `q`.
  func arrived(_ count: Int = 1, at path: String, query: String? = nil) async {
    await log.arrived(count, at: path, query: query)
  }

  func arrived(inAll count: Int) async { await log.arrived(count, at: nil) }

  @discardableResult
  func setLatency(_ latency: Duration) async -> Duration {
    await log.changePlan { plan in
      defer { plan.latency = latency }
      return plan.latency
    }
  }

  /// Makes the access tokens of the app of five screens invalid.
  func expireTokens() async { await ratings.expireTokens() }

  func add(_ entry: SearchEntry) async { await world.add(entry) }

  /// Disturbs the requests of a path, optionally with a prefix of `q`, and a number of times.
  func disturb(
    _ disturbance: Disturbance,
    path: String,
    queryPrefix: String? = nil,
    times: Int? = nil
  ) async {
    await log.changePlan { $0.add(disturbance, path: path, queryPrefix: queryPrefix, times: times) }
  }
}
