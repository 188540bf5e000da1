import FlyingFox
import FlyingSocks
import Foundation
import ReactiveLoadable

/// The demo's HTTP API on a free port of the loopback interface.
///
/// It answers `/podcasts`, `/movies` and what is below it (see ``MovieRoutes``), `/genres`,
/// `/posters/<size>/<name>` (see ``PosterRoutes``), `/welcome/<language>`, `/account`, `/queue`, `/episode`, `/search?q=…` (see ``SearchRoutes``), `/feed/<slug>` and PUT of
/// `/queue/<id>` (see ``QueueRoutes``), and for the faults `/status/<code>`, `/broken`, `/dropped`,
/// `/silent` and `/slow?ms=…`. Any path takes `latency=<ms>` in its query.
/// It counts what it is asked, so that a scene can prove what was loaded, and how often.
struct DemoServer: Sendable {
  /// Where the API is, `http://127.0.0.1:<port>`.
  let baseURL: URL

  private let server: HTTPServer
  private let running: Task<Void, any Error>
  private let log: RequestLog
  private let world: SearchStore

  /// Starts a server and returns when it listens.
  static func start(
    catalogue: Catalogue,
    plan: ResponsePlan = ResponsePlan(),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(StartError) -> DemoServer {
    let log = RequestLog(plan: plan)
    let queue = QueueRoutes(store: QueueStore(.sample(of: catalogue)))
    let world = SearchStore()
    let routes = Routes(
      catalogue: catalogue,
      log: log,
      queue: queue,
      search: SearchRoutes(store: world),
      clock: clock
    )
    let pool = NoDelayPool(HTTPServer.defaultPool())
    return try await start(log: log, world: world, handler: routes, pool: pool)
  }

  /// Stops listening, ends the requests under way and returns when the port is free again.
  func stop() async {
    await server.stop()
    _ = await running.result
  }
}

extension DemoServer {
  /// Every request, in the order of arrival.
  var requests: [RequestLog.Entry] {
    get async { await log.entries }
  }

  /// Every answer that was begun, in the order of their beginnings.
  var answers: [RequestLog.Answer] {
    get async { await log.answers }
  }

  /// The long answers that have ended, complete or not, in the order of their ends.
  var transfers: ReadOnlyRelay<[Transfer.Record]> { log.transfers }

  /// The statuses of the answers to a path, in the order of their beginnings.
  ///
  /// An answer that broke off later is among them; ``ended(_:)`` tells it.
  func statuses(of path: String) async -> [Int] {
    await log.answers.filter { $0.path == path }.map(\.status)
  }

  /// Waits until so many long answers have ended, complete or not, and returns the last of these.
  ///
  /// Returns nil when the waiting task is cancelled.
  func ended(_ count: Int = 1) async -> Transfer.Record? {
    for await records in transfers.elements where records.count >= count {
      return records[count - 1]
    }
    return nil
  }

  /// Counts the requests of a path, such as `/account`.
  func requestCount(_ path: String) async -> Int {
    await log.count(path)
  }

  /// Waits until a path has been asked for so many times, with this text of `q` if one is given.
  func arrived(_ count: Int = 1, at path: String, query: String? = nil) async {
    await log.arrived(count, at: path, query: query)
  }

  /// Waits until there were so many requests in all.
  func arrived(inAll count: Int) async {
    await log.arrived(count, at: nil)
  }

  /// Sets how long each answer waits from now on; returns how long it waited until now.
  @discardableResult
  func setLatency(_ latency: Duration) async -> Duration {
    await log.changePlan { plan in
      defer { plan.latency = latency }
      return plan.latency
    }
  }

  /// Adds an entry to the world; the results that it belongs to shift.
  func add(_ entry: SearchEntry) async {
    await world.add(entry)
  }

  /// Disturbs the requests of a path from now on; see ``ResponsePlan``.
  ///
  /// - Parameters:
  ///   - disturbance: A delay, a gate that holds the answer back or stalls it, a page without
  ///     rows, or a status.
  ///   - path: The path, such as `/search`.
  ///   - queryPrefix: What `q` begins with, or nil for every request of the path.
  ///   - times: The number of requests it applies to, or nil for all.
  func disturb(
    _ disturbance: Disturbance,
    path: String,
    queryPrefix: String? = nil,
    times: Int? = nil
  ) async {
    await log.changePlan {
      $0.add(disturbance, path: path, queryPrefix: queryPrefix, times: times)
    }
  }
}

extension DemoServer {
  /// Why the server does not run.
  struct StartError: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts any handler on any pool: the measurement compares pools with it.
  static func start(
    log: RequestLog = RequestLog(plan: ResponsePlan()),
    world: SearchStore = SearchStore(),
    handler: some HTTPHandler,
    pool: some AsyncSocketPool
  ) async throws(StartError) -> DemoServer {
    do {
      try Loopback.check()
      let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
      let server = HTTPServer(
        config: .init(address: address, timeout: 60, pool: pool, logger: .disabled),
        handler: handler
      )
      let running = Task { try await server.run() }
      do {
        try await server.waitUntilListening(timeout: 60)
        let port = try await server.port()
        return DemoServer(
          baseURL: try Loopback.url(port: port),
          server: server,
          running: running,
          log: log,
          world: world
        )
      } catch {
        running.cancel()
        throw error
      }
    } catch let error as Loopback.MissingError {
      throw StartError(description: error.description)
    } catch {
      throw StartError(description: "The demo's server does not start: \(error)")
    }
  }
}

extension HTTPServer {
  fileprivate func port() throws -> UInt16 {
    guard case .ip4(_, let port)? = listeningAddress else { throw SocketError.unsupportedAddress }
    return port
  }
}
