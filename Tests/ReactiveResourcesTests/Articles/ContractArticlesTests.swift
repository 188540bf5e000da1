import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

// The code of the articles on resources, unchanged.

func caption(_ state: ResourceLoader<Poster>.State) -> String {
  guard let poster = state.map(\.value).latest else { return "…" }
  return state.value?.source == .network ? "\(poster.name), fading in" : poster.name
}

func rest(of state: ResourceLoader<Poster>.State, at date: Date) -> Duration? {
  let error = state.error?.underlying as? ResourceError
  return error?.retryAfter?.delay(at: date)  // call retry() after this delay
}

private func policyOfResourceErrors() -> LoadPolicy {
  LoadPolicy(isCancellation: ResourceError.isCancellation)
}

@Suite struct `The code of the articles on resources` {
  private let url = URL(filePath: "/a.png")
  private let key = ResourceKey("a.png")
  private let picture = Data("picture".utf8)

  @Test func `a loader has a load function of resources`() throws {
    let scratch = ScratchFolder()
    let (folder, server) = (scratch.url, URL(filePath: "/"))
    let disk = try DiskCache(folder: folder)
    let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
    let posters = ResourceLoader(fetcher) { key in
      ResourceRequest(server.appending(path: key.path))
    } decode: { bytes, _ in
      try Poster(bytes)
    }
    #expect(caption(posters.state(for: key)) == "…")
  }

  @Test func `a caption names the source of a resource`() async throws {
    let server = MemoryTransport()
    server.serve(MemoryResource(picture, cacheControl: "max-age=3600"), at: url)
    let posters = ResourceLoader(ResourceFetcher(transport: server)) { _ in
      ResourceRequest(url)
    } decode: { bytes, _ in
      try Poster(bytes)
    }
    let first = posters.interest(in: key)
    await first.outcome()
    #expect(caption(first.state) == "picture, fading in")
    #expect(caption(posters.interest(in: key).state) == "picture")
  }

  @Test func `a Retry-After beyond the limit is a failure`() async throws {
    let backoff = RetryPolicy.exponential(from: .seconds(1), limit: 3).jittered()
    let retry = backoff.respectingRetryAfter(atMost: .seconds(60))
    let server = MemoryTransport()
    server.plan(.status(503, ["Retry-After": "120"]), at: url)
    let policy = ResourcePolicy<Poster>(cache: CachePolicy(load: LoadPolicy(retry: retry)))
    let posters = ResourceLoader(ResourceFetcher(transport: server), policy: policy) { _ in
      ResourceRequest(url)
    } decode: { bytes, _ in
      try Poster(bytes)
    }
    let row = posters.interest(in: key)
    await row.outcome()
    #expect(rest(of: row.state, at: Date(timeIntervalSinceReferenceDate: 0)) == .seconds(120))
    #expect(server.requests.count == 1)
    #expect(retry.shouldRetry(ResourceError.status(503)))
  }

  @Test func `a retry waits for the time of Retry-After`() {
    marbles(frame: .seconds(1)) { m in
      let wallClock = WallClock(from: m.clock)
      let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
      server.serve(MemoryResource(picture), at: url)
      server.plan(.wait(.seconds(3)), at: url)
      server.plan(.status(503, ["Retry-After": "5"]), at: url, times: 1)
      let fetcher = ResourceFetcher(transport: server, wallClock: wallClock)
      let retry = RetryPolicy.constant(.seconds(1), limit: 1)
        .respectingRetryAfter(wallClock: wallClock)
      let load = LoadPolicy(retry: retry, clock: m.clock)
      let policy = ResourcePolicy<Data>(cache: CachePolicy(load: load))
      let pictures = m.keep(ResourceLoader(fetcher, policy: policy) { _ in ResourceRequest(url) })
      let states = PublishRelay<String>()
      let letters = { (state: ResourceLoader<Data>.State) in state.isLoading ? "l" : "A" }
      m.at(.seconds(1)) {
        let row = m.keep(pictures.interest(in: key))
        m.keep(row.states.map(letters).removeDuplicates().sink { states.accept($0) })
      }
      m.expect(states, "-l----------A")
    }
  }

  @Test func `a row shows what is stored, and asks the server`() async throws {
    let (server, origin) = (URL(filePath: "/"), MemoryTransport())
    origin.serve(MemoryResource(picture, cacheControl: "max-age=3600"), at: url)
    let fetcher = ResourceFetcher(store: MemoryStore(), transport: origin)
    let posters = ResourceLoader(fetcher) { key in
      ResourceRequest(server.appending(path: key.path), cachePolicy: .storeThenNetwork)
    }
    for _ in 1...2 { #expect(try await posters.load(key).value == picture) }
    #expect(origin.requests.count == 2)
  }

  @Test func `a pull to refresh reaches the server through a fresh stored response`() async {
    let server = MemoryTransport()
    let stored = MemoryResource(picture, entityTag: "\"a\"", cacheControl: "max-age=3600")
    server.serve(stored, at: url)
    let fetcher = ResourceFetcher(store: MemoryStore(), transport: server)
    let profile = Loader { (report: LoadReporter<Profile>) in
      try await fetcher.load(ResourceRequest(url), report) { try Profile($0.body) }
    }
    for _ in 1...2 { await profile.load().outcome() }
    #expect(server.requests.count == 1)
    await profile.refresh().outcome()
    #expect(server.exchanges.map(\.status) == [200, 304])
    #expect(profile.state.value?.body == picture)
  }

  @Test func `a resource loads without a network`() {
    marbles(frame: .seconds(1)) { m in
      let wallClock = WallClock(from: m.clock)
      let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
      server.serve(MemoryResource(picture, entityTag: "\"1\"", cacheControl: "max-age=10"), at: url)
      server.plan(.wait(.seconds(3)), at: url)
      let fetcher = ResourceFetcher(store: MemoryStore(), transport: server, wallClock: wallClock)
      let policy = ResourcePolicy<Data>(cache: CachePolicy(load: LoadPolicy(clock: m.clock)))
      let pictures = m.keep(ResourceLoader(fetcher, policy: policy) { _ in ResourceRequest(url) })
      let row = m.keep(pictures.interest(in: ResourceKey("a.png")))
      let another = pictures.interest(in: ResourceKey("a.png", size: 92))
      m.expect(row.states.compactMap(\.value?.source), "---n", ["n": .network])
      m.at(.seconds(2)) { another.cancel() }
    }
  }

  @Test func `the work of a loader can be a fetch`() async throws {
    enum URLSessionTransport { static let shared = MemoryTransport() }
    URLSessionTransport.shared.serve(MemoryResource(picture), at: url)
    let scratch = ScratchFolder()
    let disk = try DiskCache(folder: scratch.url)
    let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
    typealias Feed = Profile
    let feed = Loader { (url: URL, report) in
      try await fetcher.load(ResourceRequest(url), report) { try Feed($0.body) }
    }
    #expect(await feed.load(url).outcome().value?.body == picture)
    #expect(policyOfResourceErrors().isCancellation(ResourceError.cancelled))
  }

  @Test func `a request is printed without its credentials`() throws {
    let url = try #require(URL(string: "https://a.test/x?member=1"))
    let lines = Log<String>()
    func print(_ value: Any) { lines.note("\(value)") }
    HTTPRedaction.add("member")
    print(ResourceRequest(url, headers: ["Authorization": "Bearer 1"]))
    // ResourceRequest(https://a.test/x?member=REDACTED, headers: ["authorization": "REDACTED"])
    #expect(
      lines.entries == [
        #"ResourceRequest(https://a.test/x?member=REDACTED, headers: ["authorization": "REDACTED"])"#
      ]
    )
  }

  @Test func `an account that signs out leaves nothing`() async throws {
    let (transport, request) = (MemoryTransport(), ResourceRequest(URL(filePath: "/me")))
    transport.serve(MemoryResource(Data("Ann".utf8), cacheControl: "max-age=60"), at: request.url)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let disk = try DiskCache(folder: folder)
    // NB: in a run of all tests, more than a minute may pass between two steps of this one.
    let constant = SettableDate().clock
    let fetcher = ResourceFetcher(store: disk, transport: transport, wallClock: constant)
    let files = ResourceLoader(fetcher) { _ in request }
    _ = try await files.load(ResourceKey("me"))
    transport.serve(MemoryResource(Data("Bob".utf8), cacheControl: "max-age=60"), at: request.url)
    let again = try await files.load(ResourceKey("me"))
    #expect(again.value == Data("Ann".utf8), "\(again), after \(transport.requests.count) requests")
    let scope = LoadScope()
    scope.add(files, tag: "files")
    try await scope.reset()
    #expect(try await files.load(ResourceKey("me")).value == Data("Bob".utf8))
  }

  @Test func `a test has every line and every diagram of the article on loading`() throws {
    let article = try ArticleCode("LoadingResources", of: "ReactiveResources")
    #expect((article.blocks.count, article.others, article.diagrams.count) == (8, 0, 45))
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = [
      "ResourceLoader", "Removal", "ResourcesInMemory", "ScopedResources", "StoredFirstResources",
    ].map { "../Pipeline/\($0)Tests.swift" }
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }

  @Test func `a test has every line and every diagram of the article on revalidating`() throws {
    let article = try ArticleCode("RevalidatingResources", of: "ReactiveResources")
    #expect((article.blocks.count, article.others, article.diagrams.count) == (3, 0, 18))
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = ["FetchMarble", "StoredFirst", "LoadCauses"].map { "../HTTP/\($0)Tests.swift" }
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }
}

private struct Profile {
  let body: Data

  init(_ body: Data) throws { self.body = body }
}
