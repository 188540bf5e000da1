import Foundation
import Testing

@testable import ReactiveResources

/// The body is `0123456789` in chunks of four bytes; the connection breaks after eight unless a
/// test changes that.
@Suite struct `A download that broke off (H14)` {
  private let bench = Bench()
  private static let whole = "0123456789"

  private func breakOff(after count: Int = 8) async {
    bench.plan(.drop(after: count, Bench.Failure()), times: 1)
    _ = await bench.fetchText()
  }

  @Test func `the next download requests the missing range only`() async {
    bench.serve(Self.whole, "max-age=60")
    await breakOff()
    #expect(bench.record == nil)
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.lastHeaders == ["range": "bytes=8-", "if-range": "\"1\""])
    #expect(bench.server.exchanges.map(\.sent) == [8, 2])
    #expect(bench.reports.entries.last == .progress(received: 10, expected: 10))
    #expect(bench.fetcher.counts.resumed == 1)
    #expect(await bench.fetchText() == "disk 0123456789")
  }

  @Test func `a changed resource is downloaded from its start`() async {
    bench.serve(Self.whole)
    await breakOff()
    bench.serve("abcdefghij", tag: "\"2\"")
    #expect(await bench.fetchText() == "network abcdefghij")
    #expect(bench.statuses == [200, 200])
  }

  @Test func `it may break off repeatedly`() async {
    bench.serve(Self.whole)
    await breakOff(after: 3)
    await breakOff(after: 4)
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.server.exchanges.map(\.sent) == [3, 4, 3])
  }

  @Test func `its bytes survive a failure before the response, and a status`() async {
    bench.serve(Self.whole)
    await breakOff()
    bench.plan(.failure(Bench.Failure()), times: 1)
    _ = await bench.fetchText()
    bench.plan(.status(503), times: 1)
    _ = await bench.fetchText()
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.server.exchanges.map(\.sent) == [8, 0, 0, 2])
  }

  @Test(
    arguments: [
      ["content-range": "bytes 7-9/10", "etag": "\"1\""],
      ["content-range": "bytes 8-8/10", "etag": "\"1\""],
      ["content-range": "bytes 8-9/11", "etag": "\"1\""],
      ["content-range": "bytes 8-9/10", "etag": "\"2\""],
      ["content-range": "bytes 8-9/10", "etag": "W/\"1\""],
      ["content-range": "bytes 8-9/10"], ["etag": "\"1\""],
    ] as [HTTPFields]
  )
  func `a range that does not match is not used`(headers: HTTPFields) async {
    bench.serve(Self.whole)
    await breakOff()
    bench.plan(.status(206, headers), times: 1)
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.statuses == [200, 206, 200])
    #expect(bench.lastHeaders == ["cache-control": "no-cache"])
  }

  @Test func `a refused range is not requested again`() async {
    bench.serve(Self.whole)
    await breakOff()
    bench.plan(.status(416), times: 1)
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.statuses == [200, 416, 200])
  }

  @Test(arguments: [
    MemoryResource(Data(whole.utf8)),
    MemoryResource(Data(whole.utf8), entityTag: "W/\"1\""),
    MemoryResource(Data(whole.utf8), entityTag: "\"1\"", ranges: .ignored),
    MemoryResource(Data(whole.utf8), entityTag: "\"1\"", length: .omitted),
    MemoryResource(Data(whole.utf8), entityTag: "\"1\"", cacheControl: "no-store"),
    MemoryResource(Data(whole.utf8), entityTag: "\"1\"", headers: ["content-encoding": "gzip"]),
  ])
  func `without Accept-Ranges of the server nothing is retained`(resource: MemoryResource) async {
    bench.serve(resource)
    await breakOff()
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.lastHeaders["range"] == nil)
  }

  @Test func `another account starts again`() async {
    bench.serve(Self.whole)
    await breakOff()
    #expect(await bench.fetchText(headers: ["authorization": "b"]) == "network 0123456789")
    #expect(bench.lastHeaders["range"] == nil)
  }

  @Test func `the oldest part is evicted when the bytes exceed the limit`() async throws {
    let bench = Bench(FetchPolicy(resuming: .keeping(upTo: 400)))
    for url in [Bench.url, Bench.other] {
      let body = Data(Self.whole.utf8)
      bench.server.serve(MemoryResource(body, entityTag: "\"1\"", chunkSize: 4), at: url)
      bench.server.plan(.drop(after: 8, Bench.Failure()), at: url, times: 1)
      _ = try? await bench.fetcher.fetch(ResourceRequest(url))
    }
    #expect(bench.fetcher.counts.discardedParts == 1)
    _ = try await bench.fetcher.fetch(ResourceRequest(Bench.other))
    #expect(bench.lastHeaders["range"] == "bytes=8-")
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.lastHeaders["range"] == nil)
  }

  /// Breaks off downloads of as many URLs after one byte, and returns the number of dropped parts.
  private func discarded(_ count: Int, headers: HTTPFields, _ policy: FetchPolicy) async -> Int {
    let bench = Bench(policy)
    for number in 0..<count {
      let url = URL(filePath: "/\(number)")
      let body = Data(Self.whole.utf8)
      bench.server.serve(MemoryResource(body, entityTag: "\"1\"", headers: headers), at: url)
      bench.server.plan(.end(after: 1), at: url)
      _ = try? await bench.fetcher.fetch(ResourceRequest(url))
    }
    return bench.fetcher.counts.discardedParts
  }

  @Test func `header fields count as bytes of a part`() async {
    let headers: HTTPFields = ["x": String(repeating: "a", count: 1000)]
    let policy = FetchPolicy(resuming: .keeping(upTo: 3000))
    #expect(await discarded(2, headers: headers, policy) == 0)
    #expect(await discarded(3, headers: headers, policy) == 1)
  }

  @Test func `at most 256 parts are retained`() async {
    #expect(await discarded(258, headers: [:], FetchPolicy()) == 2)
  }

  @Test(arguments: [0, 1, 5])
  func `a 206 with more bytes than its range is an error`(excess: Int) async {
    bench.serve(Self.whole)
    let bytes = Data("89".utf8) + Data(repeating: 65, count: excess)
    let transport = ClosureTransport { _ in
      ResourceResponse(
        status: 206,
        headers: ["etag": "\"1\"", "content-range": "bytes 8-9/10"],
        body: ResourceBody([bytes])
      )
    }
    let fetcher = ResourceFetcher(transport: bench.server.then(transport))
    let request = ResourceRequest(Bench.url)
    bench.plan(.drop(after: 8, Bench.Failure()), times: 1)
    _ = try? await fetcher.fetch(request)
    let result = try? await fetcher.fetch(request)
    #expect(result?.text == (excess == 0 ? Self.whole : nil))
    #expect(fetcher.counts.resumed == 1)
  }

  @Test func `a part that is put back does not replace a newer one`() throws {
    let headers: HTTPFields = ["etag": "\"1\"", "accept-ranges": "bytes"]
    let stored = StoredResponse(headers: headers, length: 9, requested: .start, received: .start)
    let older = try #require(PartialBody(Data(count: 5), of: stored))
    let newer = try #require(PartialBody(Data(count: 6), of: stored))
    let storage = FetchStorage(store: nil, policy: FetchPolicy())
    let request = ResourceRequest(URL(filePath: "/a"))
    storage.storePart(newer, for: request)
    storage.storePart(older, for: request, isReturned: true)
    #expect(storage.takePart(for: request) == newer)
    storage.storePart(older, for: request, isReturned: true)
    #expect(storage.takePart(for: request) == older)
  }

  @Test func `nothing is retained with a limit of zero`() async {
    let bench = Bench(FetchPolicy(resuming: .never))
    bench.serve(Self.whole)
    bench.plan(.drop(after: 8, Bench.Failure()), times: 1)
    _ = await bench.fetchText()
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.lastHeaders == [:])
  }

  @Test func `a changed version in the store is found by its tag (H5)`() async {
    bench.serve(Self.whole)
    _ = await bench.fetchText()
    bench.serve("abcdefghij", tag: "\"2\"")
    await breakOff()
    bench.serve(Self.whole)
    #expect(await bench.fetchText() == "disk 0123456789")
    #expect(bench.lastHeaders["range"] == "bytes=8-" && bench.lastHeaders["if-range"] == "\"2\"")
  }
}
