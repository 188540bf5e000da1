import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server that listens on the loopback interface.
struct RunningServer: Sendable {
  let baseURL: URL
  /// Stops listening, cancels running requests, and returns when the port is free.
  let stop: @Sendable () async -> Void

  struct StartError: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts a server at a port; at a free one for zero.
  static func start(
    _ handler: some HTTPHandler,
    at port: UInt16 = 0,
    patience: Duration = .seconds(60)
  ) async throws(StartError) -> RunningServer {
    do {
      try checkLoopback()
      let config = HTTPServer.Configuration(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port),
        timeout: 60,
        pool: NoDelayPool(HTTPServer.defaultPool(), patience: patience),
        logger: .disabled
      )
      let server = HTTPServer(config: config, handler: handler)
      let listening = Task { try await server.waitUntilListening(timeout: 60) }
      let running = Task {
        defer { listening.cancel() }
        try await server.run()
      }
      do { try await listening.value } catch {
        running.cancel()
        try await running.value
        throw error
      }
      guard case .ip4(_, let port)? = await server.listeningAddress,
        let baseURL = URL(string: "http://127.0.0.1:\(port)")
      else { throw SocketError.unsupportedAddress }
      return RunningServer(baseURL: baseURL) {
        await server.stop()
        _ = await running.result
      }
    } catch {
      throw StartError(error, at: port)
    }
  }

  /// Connects to a listening socket; a server would start and wait forever where this fails.
  static func checkLoopback() throws {
    do {
      let (server, client) = (try Socket(domain: AF_INET), try Socket(domain: AF_INET))
      defer {
        try? client.close()
        try? server.close()
      }
      try server.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
      try server.listen()
      guard case .ip4(_, let port) = try server.sockname() else {
        throw SocketError.unsupportedAddress
      }
      try client.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    } catch let SocketError.failed(_, _, reason) {
      throw StartError(
        description: """
          The demo needs the loopback network, and cannot connect to a server at 127.0.0.1: \(reason).
          """
      )
    }
  }
}

extension RunningServer.StartError {
  fileprivate init(_ error: any Error, at port: UInt16) {
    switch error {
    case let error as Self: self = error
    case SocketError.failed(_, EADDRINUSE, _):
      self.init(description: "The port \(port) is in use. Choose another one with --port.")
    case SocketError.failed(_, EACCES, _):
      self.init(description: "The port \(port) is not allowed. Choose one from 1024 to 65535.")
    default: self.init(description: "The demo's server does not start: \(error)")
    }
  }
}
