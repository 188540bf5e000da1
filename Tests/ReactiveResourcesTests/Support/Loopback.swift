import FlyingSocks
import Foundation

/// The loopback network, on which the servers of tests listen.
enum Loopback {
  /// A system without a loopback network, such as a sandbox.
  struct MissingError: Error, CustomStringConvertible {
    let reason: String

    var description: String {
      "This test needs the loopback network, and cannot connect to a local server at 127.0.0.1: \(reason)."
    }
  }

  /// Connects to a listening socket: where that fails, a server can start, and wait endlessly.
  static func check() throws {
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
      throw MissingError(reason: reason)
    }
  }
}
