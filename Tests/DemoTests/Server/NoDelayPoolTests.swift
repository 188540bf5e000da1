import FlyingFox
import FlyingSocks
import Foundation
import Testing

@testable import Demo

@Suite(.serialized) struct NoDelayPoolTests {
  /// A comparison, not a bound: the same requests on both pools of the same machine, taking turns.
  @Test func `a response is sent sooner than on the pool it wraps`() async throws {
    let plain = try await start(HTTPServer.defaultPool())
    let wrapped = try await start(NoDelayPool(HTTPServer.defaultPool()))
    let (slow, fast) = (Transport(), Transport())
    var (slowTime, fastTime) = (Duration.zero, Duration.zero)
    for _ in 0..<20 {
      slowTime += try await time { _ = try await slow.data(from: plain.baseURL) }
      fastTime += try await time { _ = try await fast.data(from: wrapped.baseURL) }
    }
    await plain.stop()
    await wrapped.stop()
    print("20 responses: \(slowTime) on the plain pool, \(fastTime) without delay")
    #expect(fastTime < slowTime)
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
