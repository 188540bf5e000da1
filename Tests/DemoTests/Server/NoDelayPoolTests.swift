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

  /// A comparison, not a bound: the same requests on both pools of the same machine, taking turns.
  @Test func `a response is sent sooner than on the pool it wraps`() async throws {
    let plain = try await start(HTTPServer.defaultPool())
    let wrapped = try await start(NoDelayPool(HTTPServer.defaultPool()))
    let (slow, fast) = (Transport(), Transport())
    var (slowTimes, fastTimes) = ([Duration](), [Duration]())
    for _ in 0..<21 {
      slowTimes.append(try await time { _ = try await slow.data(from: plain.baseURL) })
      fastTimes.append(try await time { _ = try await fast.data(from: wrapped.baseURL) })
    }
    await plain.stop()
    await wrapped.stop()
    let (slowMedian, fastMedian) = (slowTimes.sorted()[10], fastTimes.sorted()[10])
    print("median response: \(slowMedian) on the plain pool, \(fastMedian) without delay")
    #expect(fastMedian < slowMedian)
  }

  private func start(_ pool: some AsyncSocketPool) async throws -> DemoServer {
    let handler = ClosureHTTPHandler { _ in
      HTTPResponse(statusCode: .ok, body: Data("[1, 2, 3]".utf8))
    }
    return try await DemoServer.start(handler: handler, pool: pool)
  }

  private func time(_ body: () async throws -> Void) async throws -> Duration {
    try await ContinuousClock().measure(body)
  }
}

/// A pool that notes whether the sockets it is given have TCP_NODELAY.
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
