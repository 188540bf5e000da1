import Foundation
import ReactiveResources
import Testing

/// A record replaced by a newer response is not used, also if the store fails (H11).
@Suite struct `A superseded record` {
  private let failures = Log<StoreFailure>()
  private let bench: Bench

  init() {
    bench = Bench(FetchPolicy { [failures] in failures.note($0) })
  }

  /// "one" is stored and fresh, then a reload receives "two", which the store does not accept.
  private func reload(
    failing calls: Set<String>,
    with error: any Error = FailingStore.Broken()
  )
    async
  {
    let lifetime = "max-age=3600, stale-if-error=7200"
    bench.serve("one", lifetime)
    #expect(await bench.fetchText() == "network one")
    bench.serve("two", tag: "\"2\"", lifetime)
    bench.store.fail(at: calls, with: error)
    #expect(await bench.fetchText(.reload) == "network two")
  }

  @Test func `it is removed if the newer response cannot be stored`() async {
    await reload(failing: ["keep"])
    #expect(bench.record == nil)
    #expect(await bench.fetchText() == "network two")
  }

  @Test func `it is a miss if it cannot be removed either`() async {
    await reload(failing: ["keep", "remove"])
    #expect(bench.record?.body == Data("one".utf8))
    #expect(await bench.fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
    bench.plan(.status(503), times: 1)
    #expect(await bench.fetchText() == "\(ResourceError.status(503))")
    #expect(await bench.fetchText() == "network two")
    bench.store.fail(at: [])
    #expect(await bench.fetchText() == "network two")
    #expect(await bench.fetchText() == "disk two")
  }

  @Test func `it is a miss after no-store if it cannot be removed`() async {
    bench.serve("one", "max-age=3600")
    _ = await bench.fetchText()
    bench.serve("two", tag: "\"2\"", "no-store")
    bench.store.fail(at: ["remove"])
    #expect(await bench.fetchText(.reload) == "network two")
    #expect(await bench.fetchText() == "network two")
  }

  @Test func `it is removed if the newer response is larger than the store`() async throws {
    let store = MemoryStore(sizeLimit: 1000)
    let fetcher = ResourceFetcher(store: store, transport: bench.server)
    bench.serve("one", "max-age=3600")
    _ = try await fetcher.fetch(ResourceRequest(Bench.url))
    bench.serve(String(repeating: "2", count: 2000), tag: "\"2\"", "max-age=3600")
    _ = try await fetcher.fetch(ResourceRequest(Bench.url, cachePolicy: .reload))
    #expect(store.count == 0)
    #expect(try await fetcher.fetch(ResourceRequest(Bench.url)).body.count == 2000)
  }

  @Test func `a 304 that cannot be stored leaves the body, which is revalidated again`() async {
    bench.serve("one", "max-age=3600")
    _ = await bench.fetchText()
    bench.serve("one", "max-age=1")
    bench.store.fail(at: ["keep"])
    #expect(await bench.fetchText(.reload) == "disk one")
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.statuses == [200, 304, 304])
    #expect(await bench.fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
    #expect(bench.record?.body == Data("one".utf8))
    bench.store.fail(at: [])
    #expect(await bench.fetchText() == "disk one")
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.statuses == [200, 304, 304, 304])
  }

  @Test(arguments: [
    CancellationError() as any Error, URLError(.cancelled), ResourceError.cancelled,
  ])
  func `a cancellation of the store is no failure (H13)`(error: any Error) async {
    await reload(failing: ["keep", "remove"], with: error)
    bench.store.fail(at: ["read"], with: error)
    _ = await bench.fetchText()
    #expect(failures.entries == [])
    #expect(bench.fetcher.counts.storeFailures == 0)
  }
}

/// Of two responses the one with the later `Date` stays in the store (RFC 9111, 4).
@Suite struct `An older response` {
  private let bench = Bench()

  @Test func `it does not replace a newer record`() async {
    bench.serve("new", "max-age=60")
    _ = await bench.fetchText()
    let older = HTTPDate.text(for: .start - 10)
    bench.serve("old", tag: "\"0\"", "max-age=60", headers: ["date": older])
    #expect(await bench.fetchText(.reload) == "network old")
    #expect(await bench.fetchText() == "disk new")
  }

  @Test func `it replaces a record whose date is in the future`() async {
    let future = HTTPDate.text(for: .start + 1_000_000)
    bench.serve("one", "max-age=60", headers: ["date": future])
    _ = await bench.fetchText()
    bench.date.advance(10)
    bench.serve("two", tag: "\"2\"", "max-age=60")
    #expect(await bench.fetchText(.reload) == "network two")
    #expect(await bench.fetchText() == "disk two")
  }

  @Test func `it replaces a record stored before the clock was set back`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    bench.date.advance(-1000)
    bench.serve("two", tag: "\"2\"", "max-age=60")
    #expect(await bench.fetchText() == "network two")
    #expect(await bench.fetchText() == "disk two")
  }

  @Test func `with a slow body it does not replace a newer, complete record`() async throws {
    let date = bench.date
    let (body, slow) = AsyncStream<Data>.makeStream()
    let requestArrived = Gate()
    let transport = ClosureTransport { request in
      let isFirst = request.cachePolicy == .standard
      let headers: HTTPFields = [
        "cache-control": "max-age=60", "date": HTTPDate.text(for: date.now),
      ]
      if isFirst { await requestArrived.wait() }
      let chunks = isFirst ? ResourceBody(body) : ResourceBody([Data("new".utf8)])
      return ResourceResponse(status: 200, headers: headers, body: chunks)
    }
    requestArrived.open()
    let fetcher = ResourceFetcher(store: bench.store, transport: transport, wallClock: date.clock)
    let received = Gate()
    let first = Task {
      try await fetcher.fetch(ResourceRequest(Bench.url)) { _ in received.open() }
    }
    slow.yield(Data("o".utf8))
    await received.wait()
    date.advance(10)
    _ = try await fetcher.fetch(ResourceRequest(Bench.url, cachePolicy: .reload))
    slow.yield(Data("ld".utf8))
    slow.finish()
    #expect(try await first.value.text == "old")
    #expect(try await fetcher.fetch(ResourceRequest(Bench.url)).text == "new")
    #expect(fetcher.counts.hits == 1)
  }
}
