import FlyingSocks
import Foundation

/// The network of this machine alone, on which the servers of tests listen.
enum Loopback {
  /// A system without a loopback network, such as a sandbox.
  struct MissingError: Error, CustomStringConvertible {
    let reason: String

    var description: String {
      "This test needs the loopback network, and cannot connect to its own server at 127.0.0.1: \(reason)."
    }
  }

  /// Connects to a server once: one can listen where nothing can connect.
  static func check(port: UInt16) throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    do {
      try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    } catch let SocketError.failed(_, _, reason) {
      throw MissingError(reason: reason)
    }
  }
}
