import FlyingFox
import FlyingSocks

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A socket pool that sends written bytes without delay, and not to a client that never reads.
///
/// FlyingFox writes head and body of a response separately. With Nagle's algorithm on, the second
/// write waits for the client's delayed acknowledgement: 40 ms a response.
struct NoDelayPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base
  /// The longest wait until a socket takes further bytes.
  let patience: Duration

  init(_ base: Base, patience: Duration = .seconds(60)) {
    (self.base, self.patience) = (base, patience)
  }

  func prepare() async throws { try await base.prepare() }
  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The listening socket is the first one; on Linux accepted sockets inherit the option.
    // A closed socket refuses the option, and the base reports that.
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    guard events.contains(.write) else {
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    try await withThrowingTaskGroup { group in
      group.addTask { [base] in try await base.suspendSocket(socket, untilReadyFor: events) }
      group.addTask { [patience] in
        try await ContinuousClock().sleep(for: patience)
        throw SocketError.timeout(message: "The client does not read.")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
