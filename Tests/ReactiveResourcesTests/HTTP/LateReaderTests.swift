import Foundation
import Testing

@testable import ReactiveResources

@Suite struct `A body whose reader is late (H10)` {
  @Test(arguments: [4000, 0])
  func `the transfer ends at the limit before anything is read`(limit: Int) async throws {
    let body = String(repeating: "a", count: 5000)
    try await RawServer.run(holds: true, { _ in .answer("200 OK", [], body) }) { server in
      let request = ResourceRequest(server.url("a"))
      let response = try await Transfer.$limit.withValue(limit) {
        try await URLSessionTransport().send(request)
      }
      // The server never ends the response.
      await server.closed.wait()
      await #expect(throws: TransferError.overflow) { for try await _ in response.body {} }
    }
  }

  @Test func `a fetch passes its limit to the transport, also through another one`() async {
    let limits = Log<Int?>()
    let transport = ClosureTransport { _ in
      limits.note(Transfer.limit)
      return ResourceResponse(status: 200, body: ResourceBody(Overflowing()))
    }
    let outer = ClosureTransport { try await transport.send(ResourceRequest($0.url)) }
    let fetcher = ResourceFetcher(transport: outer, policy: FetchPolicy(sizeLimit: 7))
    await #expect(throws: ResourceError.tooLarge(limit: 7)) {
      try await fetcher.fetch(ResourceRequest(Bench.url))
    }
    #expect(limits.entries == [7])
  }
}

/// Chunks of a transfer that has exceeded its limit.
private struct Overflowing: AsyncSequence {
  struct Iterator: AsyncIteratorProtocol {
    func next() async throws -> Data? { throw TransferError.overflow }
  }

  func makeAsyncIterator() -> Iterator { Iterator() }
}
