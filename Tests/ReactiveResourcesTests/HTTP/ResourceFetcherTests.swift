import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `A fetch over HTTP` {
  private let bench = Bench()

  @Test func `a fresh response is read from the store without a request (H1)`() async {
    bench.serve("one", "max-age=60")
    #expect(await bench.fetchText() == "network one")
    bench.date.advance(59)
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.statuses == [200])
    #expect(bench.fetcher.counts.hits == 1 && bench.fetcher.counts.requests == 1)
  }

  @Test func `a stale response is revalidated, and a 304 makes it fresh again (H1, H5)`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    bench.date.advance(60)
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.lastHeaders == ["if-none-match": "\"1\""])
    bench.date.advance(59)
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.statuses == [200, 304])
    #expect(bench.fetcher.counts.revalidations == 1)
  }

  @Test func `a date validates where no ETag exists (H5)`() async {
    bench.serve("one", tag: nil, modified: .start - 1000)
    _ = await bench.fetchText()
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.lastHeaders == ["if-modified-since": HTTPDate.text(for: .start - 1000)])
    #expect(bench.statuses == [200, 304])
  }

  @Test func `a changed response replaces the stored one (H5)`() async {
    bench.serve("one")
    _ = await bench.fetchText()
    bench.serve("two", tag: "\"2\"", "max-age=60")
    #expect(await bench.fetchText() == "network two")
    #expect(bench.record?.body == Data("two".utf8))
    #expect(await bench.fetchText() == "disk two")
  }

  @Test func `no-store prevents storing, and removes a stored response (H6)`() async {
    bench.serve("one")
    _ = await bench.fetchText()
    #expect(bench.record != nil)
    bench.serve("two", tag: "\"2\"", "no-store")
    #expect(await bench.fetchText() == "network two")
    #expect(bench.record == nil)
    #expect(bench.store.calls == ["read", "keep", "read", "remove"])
  }

  @Test func `a 304 with no-store removes the stored response (H6)`() async {
    bench.serve("one")
    _ = await bench.fetchText()
    bench.serve("one", "no-store")
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.record == nil)
  }

  @Test func `a request may prevent storing its response (H6)`() async {
    let noStore: HTTPFields = ["cache-control": "no-store"]
    bench.serve("one", "max-age=60")
    #expect(await bench.fetchText(headers: noStore) == "network one")
    #expect(bench.record == nil)
    _ = await bench.fetchText()
    #expect(await bench.fetchText(headers: noStore) == "disk one")
    #expect(bench.record != nil)
    bench.serve("two", tag: "\"2\"")
    #expect(await bench.fetchText(.reload, headers: noStore) == "network two")
    #expect(bench.record == nil)
  }

  @Test func `a 304 to a request with no-store leaves the record, which is revalidated again (H6)`()
    async
  {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    let record = bench.record
    bench.serve("one", "max-age=0")
    #expect(await bench.fetchText(.reload, headers: ["cache-control": "no-store"]) == "disk one")
    #expect(bench.record == record)
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.statuses == [200, 304, 304])
  }

  @Test func `a stored response has its age (H2)`() async throws {
    bench.serve("one", "max-age=60", headers: ["age": "30, 5"])
    #expect(try await bench.fetch().headers["age"] == "30, 5")
    bench.date.advance(12)
    #expect(try await bench.fetch().headers["age"] == "42")
  }

  @Test func `a Vary in a 304 separates the response from another language (H7)`() async {
    let german: HTTPFields = ["accept-language": "de"]
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText(headers: german)
    bench.serve("one", "max-age=60", headers: ["vary": "accept-language"])
    #expect(await bench.fetchText(.reload, headers: german) == "disk one")
    #expect(await bench.fetchText(headers: german) == "disk one")
    bench.serve("two", tag: "\"2\"", "max-age=60", headers: ["vary": "accept-language"])
    #expect(await bench.fetchText(headers: ["accept-language": "en"]) == "network two")
  }

  @Test func `a tag with a space is sent back (H5)`() async {
    bench.serve("one", tag: "\"v 1\"")
    _ = await bench.fetchText()
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.lastHeaders == ["if-none-match": "\"v 1\""])
  }

  @Test(arguments: ["99999999999999999999", "99999999999999999999, 99999999999999999999"])
  func `a length of too many digits is over the limit (H10)`(length: String) async {
    bench.serve(
      MemoryResource(Data("one".utf8), headers: ["content-length": length], length: .omitted)
    )
    #expect(await bench.fetchText() == "\(ResourceError.tooLarge(limit: 67_108_864))")
  }

  @Test func `another account has separate requests (H7)`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText(headers: ["authorization": "a"])
    #expect(await bench.fetchText(headers: ["authorization": "a"]) == "disk one")
    #expect(await bench.fetchText(headers: ["authorization": "b"]) == "network one")
    #expect(bench.statuses == [200, 200])
  }

  @Test func `conditions of the caller are not sent`() async {
    bench.serve("one")
    #expect(
      await bench.fetchText(headers: ["If-None-Match": "\"1\"", "Range": "bytes=1-"])
        == "network one"
    )
    #expect(bench.lastHeaders == [:])
  }

  @Test func `requests of one key share the stored response`() async throws {
    bench.serve("one", "max-age=60")
    let first = ResourceRequest(Bench.url, key: "mine")
    _ = try await bench.fetcher.fetch(first)
    let second = ResourceRequest(Bench.other, key: "mine")
    #expect(try await bench.fetcher.fetch(second).source == .disk)
  }

  // MARK: Reloading (H8)

  @Test func `a 304 without a stored response is followed by a plain request`() async {
    bench.serve("one")
    bench.plan(.status(304), times: 1)
    #expect(await bench.fetchText() == "network one")
    #expect(bench.statuses == [304, 200])
    #expect(bench.lastHeaders == ["cache-control": "no-cache"])
  }

  @Test func `a server that sends 304 only is not requested endlessly`() async {
    bench.plan(.status(304))
    #expect(await bench.fetchText() == "\(ResourceError.status(304))")
    #expect(bench.statuses == [304, 304])
  }

  @Test func `a damaged record is not revalidated`() async {
    bench.serve("one")
    _ = await bench.fetchText()
    bench.store[bench.key]?.body = Data()
    #expect(await bench.fetchText() == "network one")
    #expect(bench.lastHeaders == [:])
    #expect(bench.record?.body == Data("one".utf8))
  }

  @Test func `a 304 about another version is followed by a plain request`() async {
    bench.serve("one")
    _ = await bench.fetchText()
    bench.plan(.status(304, ["etag": "\"2\""]), times: 1)
    #expect(await bench.fetchText() == "network one")
    #expect(bench.statuses == [200, 304, 200])
  }

  // MARK: Size and progress (H10)

  @Test(arguments: [MemoryResource.Length.exact, .omitted])
  func `a body over the limit is an error, with or without Content-Length`(
    length: MemoryResource.Length
  ) async {
    let bench = Bench(FetchPolicy(sizeLimit: 9))
    bench.serve(MemoryResource(Data(count: 100), chunkSize: 4, length: length))
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(error == .tooLarge(limit: 9))
    #expect(bench.server.exchanges.map(\.sent) == [length == .exact ? 0 : 12])
    #expect(bench.record == nil)
  }

  @Test func `a body of exactly the limit is accepted`() async {
    let bench = Bench(FetchPolicy(sizeLimit: 3))
    bench.serve("one")
    #expect(await bench.fetchText() == "network one")
  }

  @Test func `progress is reported for each chunk`() async {
    bench.serve("0123456789")
    _ = await bench.fetchText()
    let told = [4, 8, 10].map { FetchReport.progress(received: $0, expected: 10) }
    #expect(bench.reports.entries == told)
  }

  // MARK: Other uses (H12)

  @Test func `a reload revalidates a fresh response, and a 304 costs no body`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    #expect(await bench.fetchText(.reload) == "disk one")
    #expect(bench.lastHeaders == ["if-none-match": "\"1\"", "cache-control": "max-age=0"])
    #expect(bench.statuses == [200, 304])
  }

  @Test
  func `a reload that ignores the store sends a plain request, and stores the response`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    bench.serve("two", "max-age=60")
    #expect(await bench.fetchText(.reloadIgnoringStore) == "network two")
    #expect(bench.lastHeaders == ["cache-control": "no-cache"])
    #expect(await bench.fetchText() == "disk two")
  }

  @Test func `the store-only policy sends no request`() async {
    #expect(await bench.fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    #expect(await bench.fetchText(.onlyFromStore) == "disk one")
    bench.date.advance(60)
    #expect(await bench.fetchText(.onlyFromStore) == "stale disk one")
    bench.serve("one", "max-age=0, must-revalidate")
    _ = await bench.fetchText(.reload)
    #expect(await bench.fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
    #expect(bench.statuses == [200, 304])
  }

  // MARK: Cancellation (H13)

  @Test func `an already cancelled task reads neither the store nor the server`() async {
    bench.serve("one")
    let gate = Gate()
    let task = Task { [bench] in
      await gate.wait()
      return try await bench.fetch()
    }
    await gate.waiterArrived()
    task.cancel()
    gate.open()
    await #expect(throws: ResourceError.cancelled) { try await task.value }
    #expect(bench.store.calls == [] && bench.server.requests == [])
  }

  @Test(
    arguments: [
      CancellationError(), URLError(.cancelled), NSError(domain: NSURLErrorDomain, code: -999),
    ] as [any Error]
  )
  func `a transport's cancellation is .cancelled in every form`(error: any Error) async {
    bench.plan(.failure(error))
    await #expect(throws: ResourceError.cancelled) { try await bench.fetch() }
  }
}
