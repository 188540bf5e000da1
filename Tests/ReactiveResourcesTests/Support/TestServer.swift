import FlyingFox
import FlyingSocks
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server on a free port of the loopback interface, for one test.
struct TestServer: Sendable {
  typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

  let baseURL: URL
  private let log: Log<HTTPRequest>
  /// Counts the requests, and holds none.
  private let arrivals: Gate

  /// Starts a server, lets a test use it, and stops it.
  static func run(
    _ answer: @escaping Answer,
    _ test: (TestServer) async throws -> Void
  ) async throws {
    try Loopback.check()
    let (log, arrivals) = (Log<HTTPRequest>(), Gate.opened)
    let server = HTTPServer(
      config: .init(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0),
        timeout: 300,
        pool: NoDelayPool(base: HTTPServer.defaultPool()),
        logger: .disabled
      ),
      handler: ClosureHTTPHandler {
        log.note($0)
        await arrivals.wait()
        return try await answer($0)
      }
    )
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening(timeout: 300)
      try await test(
        TestServer(baseURL: try await server.loopbackURL(), log: log, arrivals: arrivals)
      )
    } catch {
      await stop(server, running)
      throw error
    }
    await stop(server, running)
  }

  private static func stop(_ server: HTTPServer, _ running: Task<Void, any Error>) async {
    await server.stop()
    _ = await running.result
  }

  /// Returns when this many requests have arrived since the start.
  func arrived(_ count: Int) async { await arrivals.waiterArrived(count) }

  var requests: [HTTPRequest] { log.entries }

  func url(_ path: String = "/") -> URL { baseURL.appendingPathComponent(path) }
}

extension HTTPServer {
  fileprivate func loopbackURL() throws -> URL {
    guard case .ip4(_, let port)? = listeningAddress,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw SocketError.unsupportedAddress }
    return url
  }
}

/// A socket pool that sends written bytes immediately; otherwise a response takes 40 ms.
struct NoDelayPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base

  func prepare() async throws { try await base.prepare() }
  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}

extension HTTPResponse {
  /// A response with header fields by name.
  static func answer(
    _ status: HTTPStatusCode,
    _ fields: [String: String] = [:],
    _ body: Data = Data()
  ) -> HTTPResponse {
    var headers = HTTPHeaders()
    for (name, value) in fields { headers[HTTPHeader(name)] = value }
    return HTTPResponse(statusCode: status, headers: headers, body: body)
  }
}
