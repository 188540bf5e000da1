import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `A fetch over HTTP that fails (H9)` {
  private let bench = Bench()

  @Test(arguments: [204, 206, 301, 404, 410, 500, 503])
  func `another status is an error, and keeps the stored response`(status: Int) async {
    bench.serve("one")
    _ = await bench.fetchText()
    bench.plan(.status(status))
    #expect(await bench.fetchText() == "\(ResourceError.status(status))")
    #expect(bench.record?.body == Data("one".utf8))
  }

  @Test func `a status may have a Retry-After`() async throws {
    bench.plan(.status(503, ["retry-after": "120"]), times: 1)
    let seconds = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(seconds == .status(503, retryAfter: .seconds(120)))
    bench.plan(.status(429, ["retry-after": HTTPDate.text(for: .start + 60)]), times: 1)
    let date = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    let after = try #require(date?.retryAfter)
    #expect(after.delay(at: bench.date.now) == .seconds(60))
    #expect(after.delay(at: bench.date.now + 90) == .zero)
  }

  @Test(arguments: [500, 502, 503, 504])
  func `a stored response replaces an error, where the server permits it`(status: Int) async {
    bench.serve("one", "max-age=60, stale-if-error=60")
    _ = await bench.fetchText()
    bench.date.advance(100)
    bench.plan(.status(status), times: 1)
    #expect(await bench.fetchText() == "stale disk one")
    bench.plan(.failure(Bench.Failure()), times: 1)
    #expect(await bench.fetchText() == "stale disk one")
    bench.plan(.status(404), times: 1)
    #expect(await bench.fetchText() == "\(ResourceError.status(404))")
    bench.plan(.status(503))
    #expect(await bench.fetchText(.reload) == "\(ResourceError.status(503))")
    bench.date.advance(20)
    #expect(await bench.fetchText() == "\(ResourceError.status(503))")
    #expect(bench.fetcher.counts.staleIfErrors == 2)
  }

  @Test func `an error of the transport is thrown unchanged`() async {
    bench.plan(.failure(Bench.Failure()))
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(error == .transport(LoadError(Bench.Failure())))
  }

  @Test func `a body shorter than announced is an error`() async {
    bench.serve(MemoryResource(Data("one".utf8), length: .claimed(5)))
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(error == .incomplete(received: 3, expected: 5))
    #expect(bench.record == nil)
  }

  @Test func `a body longer than announced is an error`() async {
    bench.serve(MemoryResource(Data("onetwo".utf8), chunkSize: 2, length: .claimed(3)))
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(error == .incomplete(received: 4, expected: 3))
    #expect(error?.localizedDescription == "The server sent 4 bytes, more than the announced 3.")
    #expect(bench.record == nil)
  }

  @Test(arguments: ["3, 4", "3, x", "x", "-1", "3, 99999999999999999999"])
  func `lengths that differ or are no number are an error (RFC 9112, 6.3)`(value: String) async {
    bench.serve(
      MemoryResource(Data("one".utf8), headers: ["content-length": value], length: .omitted)
    )
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    #expect(
      error?.localizedDescription == "The server sent the invalid Content-Length \"\(value)\"."
    )
    guard case .transport? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bench.record == nil)
  }

  @Test(arguments: ["3", "3, 3", ""])
  func `one length that is repeated is a length`(value: String) async {
    bench.serve(
      MemoryResource(Data("one".utf8), headers: ["content-length": value], length: .omitted)
    )
    #expect(await bench.fetchText() == "network one")
  }

  @Test func `the length of a chunked body is ignored`() async {
    let headers: HTTPFields = ["content-length": "3, 4", "transfer-encoding": "chunked"]
    bench.serve(MemoryResource(Data("one".utf8), headers: headers, length: .omitted))
    #expect(await bench.fetchText() == "network one")
  }

  @Test func `the length of a coded body is ignored`() async {
    let headers: HTTPFields = ["content-encoding": "gzip"]
    bench.serve(MemoryResource(Data("one".utf8), headers: headers, length: .claimed(5)))
    #expect(await bench.fetchText() == "network one")
    #expect(bench.reports.entries == [.progress(received: 3, expected: nil)])
  }

  @Test func `an error of the store fails no fetch, and is reported (H11)`() async {
    let failures = Log<StoreFailure>()
    let bench = Bench(FetchPolicy { failures.note($0) })
    bench.serve("one")
    bench.store.fail(at: ["read", "keep"])
    #expect(await bench.fetchText() == "network one")
    bench.serve("one", "no-store")
    bench.store.fail(at: ["remove"])
    #expect(await bench.fetchText() == "network one")
    #expect(failures.entries.map(\.operation) == [.read, .save, .remove])
    #expect(failures.entries.first?.error == LoadError(FailingStore.Broken()))
    #expect(bench.fetcher.counts.storeFailures == 3)
  }
}
