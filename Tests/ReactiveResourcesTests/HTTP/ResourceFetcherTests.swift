import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `A fetch over HTTP` {
  private let bench = Bench()

  @Test func `what is fresh comes from the store without a request (H1)`() async {
    bench.serve("one", "max-age=60")
    #expect(await bench.told() == "network one")
    bench.date.advance(59)
    #expect(await bench.told() == "disk one")
    #expect(bench.statuses == [200])
    #expect(bench.fetcher.counts.hits == 1 && bench.fetcher.counts.requests == 1)
  }

  @Test func `what is stale is asked about, and a 304 makes it fresh again (H1, H5)`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.told()
    bench.date.advance(60)
    #expect(await bench.told() == "disk one")
    #expect(bench.lastHeaders == ["if-none-match": "\"1\""])
    bench.date.advance(59)
    #expect(await bench.told() == "disk one")
    #expect(bench.statuses == [200, 304])
    #expect(bench.fetcher.counts.revalidations == 1)
  }

  @Test func `a date does where there is no tag (H5)`() async {
    bench.serve("one", tag: nil, modified: .start - 1000)
    _ = await bench.told()
    #expect(await bench.told() == "disk one")
    #expect(bench.lastHeaders == ["if-modified-since": HTTPDate.text(for: .start - 1000)])
    #expect(bench.statuses == [200, 304])
  }

  @Test func `what has changed takes the place of what was kept (H5)`() async {
    bench.serve("one")
    _ = await bench.told()
    bench.serve("two", tag: "\"2\"", "max-age=60")
    #expect(await bench.told() == "network two")
    #expect(bench.record?.body == Data("two".utf8))
    #expect(await bench.told() == "disk two")
  }

  @Test func `what must not be kept is not, and what was kept is removed (H6)`() async {
    bench.serve("one")
    _ = await bench.told()
    #expect(bench.record != nil)
    bench.serve("two", tag: "\"2\"", "no-store")
    #expect(await bench.told() == "network two")
    #expect(bench.record == nil)
    #expect(bench.store.calls == ["read", "keep", "read", "remove"])
  }

  @Test func `a 304 that forbids keeping removes what was kept (H6)`() async {
    bench.serve("one")
    _ = await bench.told()
    bench.serve("one", "no-store")
    #expect(await bench.told() == "disk one")
    #expect(bench.record == nil)
  }

  @Test func `a request may forbid keeping its answer (H6)`() async {
    let noStore: HTTPFields = ["cache-control": "no-store"]
    bench.serve("one", "max-age=60")
    #expect(await bench.told(headers: noStore) == "network one")
    #expect(bench.record == nil)
    _ = await bench.told()
    #expect(await bench.told(headers: noStore) == "disk one")
    #expect(bench.record != nil)
    bench.serve("two", tag: "\"2\"")
    #expect(await bench.told(.reload, headers: noStore) == "network two")
    #expect(bench.record == nil)
  }

  @Test func `a 304 to a request that forbids keeping leaves the record, asked about again (H6)`()
    async
  {
    bench.serve("one", "max-age=60")
    _ = await bench.told()
    let record = bench.record
    bench.serve("one", "max-age=0")
    #expect(await bench.told(.reload, headers: ["cache-control": "no-store"]) == "disk one")
    #expect(bench.record == record)
    #expect(await bench.told() == "disk one")
    #expect(bench.statuses == [200, 304, 304])
  }

  @Test func `an answer from the store has its age (H2)`() async throws {
    bench.serve("one", "max-age=60", headers: ["age": "30, 5"])
    #expect(try await bench.fetch().headers["age"] == "30, 5")
    bench.date.advance(12)
    #expect(try await bench.fetch().headers["age"] == "42")
  }

  @Test func `a Vary in a 304 keeps another language from the answer (H7)`() async {
    let german: HTTPFields = ["accept-language": "de"]
    bench.serve("one", "max-age=60")
    _ = await bench.told(headers: german)
    bench.serve("one", "max-age=60", headers: ["vary": "accept-language"])
    #expect(await bench.told(.reload, headers: german) == "disk one")
    #expect(await bench.told(headers: german) == "disk one")
    bench.serve("two", tag: "\"2\"", "max-age=60", headers: ["vary": "accept-language"])
    #expect(await bench.told(headers: ["accept-language": "en"]) == "network two")
  }

  @Test func `a tag with a space is sent back (H5)`() async {
    bench.serve("one", tag: "\"v 1\"")
    _ = await bench.told()
    #expect(await bench.told() == "disk one")
    #expect(bench.lastHeaders == ["if-none-match": "\"v 1\""])
  }

  @Test(arguments: ["99999999999999999999", "99999999999999999999, 99999999999999999999"])
  func `a length of more digits than a number has is over the limit (H10)`(length: String) async {
    bench.serve(
      MemoryResource(Data("one".utf8), headers: ["content-length": length], length: .omitted)
    )
    #expect(await bench.told() == "\(ResourceError.tooLarge(limit: 67_108_864))")
  }

  @Test func `another account is asked for itself (H7)`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.told(headers: ["authorization": "a"])
    #expect(await bench.told(headers: ["authorization": "a"]) == "disk one")
    #expect(await bench.told(headers: ["authorization": "b"]) == "network one")
    #expect(bench.statuses == [200, 200])
  }

  @Test func `conditions of the caller are not sent`() async {
    bench.serve("one")
    #expect(
      await bench.told(headers: ["If-None-Match": "\"1\"", "Range": "bytes=1-"]) == "network one"
    )
    #expect(bench.lastHeaders == [:])
  }

  @Test func `requests of one key share what is kept`() async throws {
    bench.serve("one", "max-age=60")
    let first = ResourceRequest(Bench.url, key: "mine")
    _ = try await bench.fetcher.fetch(first)
    let second = ResourceRequest(Bench.other, key: "mine")
    #expect(try await bench.fetcher.fetch(second).source == .disk)
  }

  // MARK: Asking again (H8)

  @Test func `a 304 with nothing kept is followed by a plain request`() async {
    bench.serve("one")
    bench.plan(.status(304), times: 1)
    #expect(await bench.told() == "network one")
    #expect(bench.statuses == [304, 200])
    #expect(bench.lastHeaders == ["cache-control": "no-cache"])
  }

  @Test func `a server that says 304 only is not asked for ever`() async {
    bench.plan(.status(304))
    #expect(await bench.told() == "\(ResourceError.status(304))")
    #expect(bench.statuses == [304, 304])
  }

  @Test func `a damaged record is not asked about`() async {
    bench.serve("one")
    _ = await bench.told()
    bench.store[bench.key]?.body = Data()
    #expect(await bench.told() == "network one")
    #expect(bench.lastHeaders == [:])
    #expect(bench.record?.body == Data("one".utf8))
  }

  @Test func `a 304 about another version is followed by a plain request`() async {
    bench.serve("one")
    _ = await bench.told()
    bench.plan(.status(304, ["etag": "\"2\""]), times: 1)
    #expect(await bench.told() == "network one")
    #expect(bench.statuses == [200, 304, 200])
  }

  // MARK: Size and progress (H10)

  @Test(arguments: [MemoryResource.Length.exact, .omitted, .claimed(3)])
  func `a body over the limit is an error, announced or not`(length: MemoryResource.Length) async {
    let bench = Bench(FetchPolicy(sizeLimit: 9))
    bench.serve(MemoryResource(Data(count: 100), chunkSize: 4, length: length))
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(error == .tooLarge(limit: 9))
    #expect(bench.server.exchanges.map(\.sent) == [length == .exact ? 0 : 12])
    #expect(bench.record == nil)
  }

  @Test func `a body of exactly the limit is none too many`() async {
    let bench = Bench(FetchPolicy(sizeLimit: 3))
    bench.serve("one")
    #expect(await bench.told() == "network one")
  }

  @Test func `progress is told for each chunk`() async {
    bench.serve("0123456789")
    _ = await bench.told()
    let told = [4, 8, 10].map { FetchReport.progress(received: $0, expected: 10) }
    #expect(bench.reports.entries == told)
  }

  // MARK: Other uses (H12)

  @Test func `a reload asks although it is fresh, and a 304 costs no body`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.told()
    #expect(await bench.told(.reload) == "disk one")
    #expect(bench.lastHeaders == ["if-none-match": "\"1\"", "cache-control": "max-age=0"])
    #expect(bench.statuses == [200, 304])
  }

  @Test func `a reload that ignores the store asks plainly, and keeps the answer`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.told()
    bench.serve("two", "max-age=60")
    #expect(await bench.told(.reloadIgnoringStore) == "network two")
    #expect(bench.lastHeaders == ["cache-control": "no-cache"])
    #expect(await bench.told() == "disk two")
  }

  @Test func `only from the store asks nobody`() async {
    #expect(await bench.told(.onlyFromStore) == "\(ResourceError.notStored)")
    bench.serve("one", "max-age=60")
    _ = await bench.told()
    #expect(await bench.told(.onlyFromStore) == "disk one")
    bench.date.advance(60)
    #expect(await bench.told(.onlyFromStore) == "stale disk one")
    bench.serve("one", "max-age=0, must-revalidate")
    _ = await bench.told(.reload)
    #expect(await bench.told(.onlyFromStore) == "\(ResourceError.notStored)")
    #expect(bench.statuses == [200, 304])
  }

  // MARK: Cancellation (H13)

  @Test func `an already cancelled task asks neither the store nor the server`() async {
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
