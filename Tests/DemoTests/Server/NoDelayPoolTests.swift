import FlyingFox
import FlyingSocks
import Foundation
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import Demo

@Suite(.serialized) struct NoDelayPoolTests {
  @Test func `a socket has TCP_NODELAY before the pool it wraps sees it`() async throws {
    let spy = SpyPool()
    let socket = try Socket(domain: Int32(AF_INET))
    try await spy.suspendSocket(socket, untilReadyFor: .read)
    try await NoDelayPool(spy).suspendSocket(socket, untilReadyFor: .read)
    try socket.close()
    #expect(spy.seen.withLock { $0 } == [false, true])
  }
}

/// A pool that records whether its sockets have TCP_NODELAY.
private final class SpyPool: AsyncSocketPool {
  let seen = Mutex<[Bool]>([])

  func prepare() async throws {}
  func run() async throws {}

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    let value = try socket.getValue(for: option)
    seen.withLock { $0.append(value) }
  }
}
