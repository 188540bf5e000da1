import FlyingFox
import FlyingSocks

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A socket pool that sends written bytes without delay.
///
/// FlyingFox writes head and body of a response separately. With Nagle's algorithm on, the second
/// write waits for the client's delayed acknowledgement: 40 ms a response.
struct NoDelayPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base

  init(_ base: Base) { self.base = base }

  func prepare() async throws { try await base.prepare() }
  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The listening socket is the first one; on Linux accepted sockets inherit the option.
    // A closed socket refuses the option, and the base reports that.
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
