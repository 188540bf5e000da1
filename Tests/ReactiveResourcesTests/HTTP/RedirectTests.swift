import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

/// `/a` redirects to `/b1` unless a test changes that; both targets use the same tag.
@Suite struct `A redirected fetch (H15)` {
  private let bench = Bench()

  private func url(_ path: String) -> URL { URL(filePath: path) }

  private func serve(_ text: String, at path: String, _ cacheControl: String? = nil) {
    let resource = MemoryResource(
      Data(text.utf8),
      entityTag: "\"1\"",
      cacheControl: cacheControl,
      chunkSize: 4
    )
    bench.server.serve(resource, at: url(path))
  }

  private func redirect(_ status: Int = 302, to path: String?, _ cacheControl: String? = nil) {
    bench.server.clearPlan()
    var headers: HTTPFields = [:]
    headers["location"] = path
    headers["cache-control"] = cacheControl
    bench.server.plan(.status(status, headers), at: url("/a"))
  }

  private func fetch(
    _ use: RequestCachePolicy = .standard
  ) async throws(ResourceError) -> FetchedResource {
    try await bench.fetcher.fetch(ResourceRequest(url("/a"), cachePolicy: use))
  }

  private func fetchText(_ use: RequestCachePolicy = .standard) async -> String {
    do {
      let fetched = try await fetch(use)
      return "\(fetched.source) \(fetched.text) of \(fetched.url?.path ?? "-")"
    } catch {
      return "\(error)"
    }
  }

  /// The requests with their statuses, such as `/a 302`.
  private var exchanges: [String] {
    bench.server.exchanges.map { "\($0.request.url.path) \($0.status.map(String.init) ?? "-")" }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `it returns the target's response, with its URL`(status: Int) async {
    redirect(status, to: "/b1")
    serve("one", at: "/b1", "max-age=60")
    #expect(await fetchText() == "network one of /b1")
    #expect(await fetchText() == "disk one of /b1")
    #expect(exchanges == ["/a \(status)", "/b1 200", "/a \(status)"])
  }

  @Test func `it follows a redirect that changed, although the first target is fresh`() async {
    redirect(to: "/b1", "no-store")
    serve("one", at: "/b1", "max-age=60")
    serve("two", at: "/b2", "max-age=60")
    #expect(await fetchText() == "network one of /b1")
    redirect(to: "/b2", "no-store")
    #expect(await fetchText() == "network two of /b2")
  }

  @Test func `it revalidates each target with its own validators`() async {
    redirect(to: "/b1")
    serve("one", at: "/b1")
    serve("two", at: "/b2")
    #expect(await fetchText() == "network one of /b1")
    redirect(to: "/b2")
    // With the tag of the other target, the server would confirm the wrong body.
    #expect(await fetchText() == "network two of /b2")
    #expect(await fetchText() == "disk two of /b2")
    redirect(to: "/b1")
    #expect(await fetchText() == "disk one of /b1")
    #expect(bench.statuses == [302, 200, 302, 200, 302, 304, 302, 304])
  }

  @Test func `it resumes a download of the same target only`() async {
    redirect(to: "/b1")
    serve("0123456789", at: "/b1")
    serve("abcdefghij", at: "/b2")
    bench.server.plan(.drop(after: 4, Bench.Failure()), at: url("/b1"), times: 1)
    _ = await fetchText()
    redirect(to: "/b2")
    #expect(await fetchText() == "network abcdefghij of /b2")
    #expect(bench.lastHeaders == [:])
    redirect(to: "/b1")
    #expect(await fetchText() == "network 0123456789 of /b1")
    #expect(bench.lastHeaders == ["range": "bytes=4-", "if-range": "\"1\""])
  }

  @Test func `it removes the record of a URL that redirects now`() async {
    serve("one", at: "/a", "max-age=3600")
    serve("two", at: "/b1")
    #expect(await fetchText() == "network one of /a")
    redirect(to: "/b1")
    #expect(await fetchText(.reload) == "network two of /b1")
    #expect(bench.store[url("/a").absoluteString] == nil)
    #expect(await fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
  }

  @Test func `it neither stores a redirect nor uses its target without requesting it`() async {
    redirect(301, to: "/b1", "max-age=3600")
    serve("one", at: "/b1", "max-age=3600")
    _ = await fetchText()
    #expect(bench.store.calls == ["read", "remove", "read", "keep"])
    #expect(await fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
  }

  @Test(
    arguments: [
      (nil, CacheLifetime(freshness: .never)),
      ("max-age=10", CacheLifetime(freshness: .lasting(.seconds(10)))),
      ("max-age=3600", CacheLifetime(freshness: .lasting(.seconds(60)))),
      ("no-store", CacheLifetime(freshness: .never, timeToLive: .zero)),
      ("no-cache", CacheLifetime(freshness: .lasting(.seconds(60)), timeToLive: .zero)),
      (
        "no-store, must-revalidate, max-age=10",
        CacheLifetime(freshness: .lasting(.seconds(60)), timeToLive: .zero)
      ),
    ] as [(String?, CacheLifetime)]
  )
  func `it stays in memory no longer than the redirect`(
    cacheControl: String?,
    lifetime: CacheLifetime
  ) async throws {
    redirect(to: "/b1", cacheControl)
    serve("one", at: "/b1", "max-age=60")
    let found = try await fetch().lifetime
    #expect(found.timeToLive == lifetime.timeToLive)
    if cacheControl != nil { #expect(found.freshness == lifetime.freshness) }
    if cacheControl == nil { #expect(found.freshness.isOver) }
  }

  @Test func `it ends at the limit in a loop`() async {
    redirect(to: "/a")
    #expect(await fetchText() == "\(ResourceError.redirect(.tooMany(limit: 20)))")
    #expect(exchanges.count == 21)
  }

  @Test func `without a Location it is the error of its status`() async {
    redirect(301, to: nil)
    #expect(await fetchText() == "\(ResourceError.status(301))")
    redirect(300, to: "/b1")
    #expect(await fetchText() == "\(ResourceError.status(300))")
  }

  @Test func `a target that cannot be loaded is an error, which no stored response replaces`() async
  {
    serve("one", at: "/a", "max-age=0, stale-if-error=60")
    _ = await fetchText()
    redirect(to: "mailto:a@b.test")
    #expect(
      await fetchText() == "\(ResourceError.redirect(.unusable(location: "mailto:a@b.test")))"
    )
  }

  @Test func `it reports a stale target during its revalidation`() async throws {
    redirect(to: "/b1")
    serve("one", at: "/b1", "max-age=1")
    _ = await fetchText()
    bench.date.advance(5)
    let reports = Log<FetchReport>()
    _ = try await bench.fetcher.fetch(ResourceRequest(url("/a"))) { reports.note($0) }
    guard case .stored(let stale)? = reports.entries.first else {
      Issue.record("\(reports.entries)")
      return
    }
    #expect(stale.url == url("/b1") && stale.isStale)
  }
}

/// A transport that follows redirects itself reports the final URL.
@Suite struct `A transport that follows redirects itself (H15)` {
  private let store = FailingStore()
  private let sent = Log<ResourceRequest>()

  private func fetcher(_ statuses: [Int]) -> ResourceFetcher {
    let transport = ClosureTransport { [sent] request in
      sent.note(request)
      return ResourceResponse(
        status: statuses[min(sent.entries.count, statuses.count) - 1],
        headers: ["etag": "\"1\"", "cache-control": "max-age=60"],
        url: Bench.other,
        body: ResourceBody([Data("other".utf8)])
      )
    }
    return ResourceFetcher(store: store, transport: transport)
  }

  @Test func `its answer is not stored`() async throws {
    let fetcher = fetcher([200])
    let fetched = try await fetcher.fetch(ResourceRequest(Bench.url))
    #expect(fetched.url == Bench.other && fetched.text == "other")
    #expect(fetched.lifetime == CacheLifetime(freshness: .never, timeToLive: .zero))
    #expect(store.calls == ["read", "remove"])
  }

  @Test func `its 304 confirms nothing that is stored`() async throws {
    let bench = Bench()
    bench.serve("one")
    _ = await bench.fetchText()
    store[bench.key] = bench.record
    let fetched = try await fetcher([304, 200]).fetch(ResourceRequest(Bench.url))
    #expect(fetched.text == "other")
    #expect(sent.entries.map { $0.headers["if-none-match"] } == ["\"1\"", nil])
    #expect(store[bench.key] == nil)
  }
}

extension Freshness {
  fileprivate var isOver: Bool {
    switch self {
    case .never: true
    case .lasting(let time): time <= .zero
    case .forever: false
    }
  }
}
