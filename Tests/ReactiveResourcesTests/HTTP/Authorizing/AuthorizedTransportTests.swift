import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `A transport with credentials` {
  private let received = Log<ResourceRequest>()
  private let tokens = Loader<NoRequest, HTTPFields, LoadError> {
    ["Authorization": "Bearer secret-2"]
  }

  private func api(
    _ origins: [String] = ["https://a.test"],
    _ answer: @escaping @Sendable (ResourceRequest) -> ResourceResponse = { _ in
      ResourceResponse(status: 200)
    }
  ) -> AuthorizedTransport {
    let transport = ClosureTransport { [received] request in
      received.note(request)
      return answer(request)
    }
    return AuthorizedTransport(
      transport,
      origins: origins.compactMap { URL(string: $0) },
      credentials: tokens
    )
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(arguments: [
    ("https://a.test/x?y#z", true), ("https://A.TEST:443/x", true), ("https://a.test:8443/", false),
    ("http://a.test/x", false), ("https://b.test/x", false), ("https://a.test.b.test/", false),
    ("https://b.test/@a.test", false), ("https://a.test@b.test/", false),
  ])
  func `credentials are sent to their origin only (A2)`(text: String, isOwn: Bool) async throws {
    let api = api { _ in ResourceResponse(status: 401) }
    let request = ResourceRequest(try url(text), headers: ["accept": "x"])
    #expect(try await api.send(request).status == 401)
    #expect(received.entries.first == request || isOwn)
    #expect(
      received.entries.map { $0.headers["authorization"] != nil }
        == (isOwn ? [true, true] : [false])
    )
    #expect(received.entries.allSatisfy { $0.headers["accept"] == "x" })
    #expect(tokens.state.isNotRequested == !isOwn)
  }

  @Test func `they are not sent after a redirect to another origin, also an own one (A2)`()
    async throws
  {
    let api = api(["https://a.test", "https://files.test"]) { request in
      request.url.path == "/a"
        ? ResourceResponse(status: 302, headers: ["location": "https://files.test/b"])
        : ResourceResponse(status: 200)
    }
    let fetcher = ResourceFetcher(transport: api)
    _ = try await fetcher.fetch(ResourceRequest(url("https://a.test/a")))
    _ = try await fetcher.fetch(ResourceRequest(url("https://files.test/b")))
    let tokens = received.entries.map { $0.headers["authorization"] }
    #expect(tokens == ["Bearer secret-2", nil, "Bearer secret-2"])
  }

  @Test func `they follow a redirect within the origin (A2)`() async throws {
    let api = api { request in
      request.url.path == "/a"
        ? ResourceResponse(status: 307, headers: ["location": "/b"]) : ResourceResponse(status: 200)
    }
    let request = ResourceRequest(try url("https://a.test/a"), method: .post, body: Data("x".utf8))
    _ = try await ResourceFetcher(transport: api).fetch(request)
    #expect(received.entries.map(\.body) == [Data("x".utf8), Data("x".utf8)])
    #expect(received.entries.allSatisfy { $0.headers["authorization"] == "Bearer secret-2" })
  }

  @Test func `no origins receive no credentials (A2)`() async throws {
    _ = try await api([]).send(ResourceRequest(try url("https://a.test/")))
    #expect(received.entries.map(\.headers) == [[:]])
  }

  @Test func `credentials of any type are added by a closure, for each time of sending`()
    async throws
  {
    let numbers = Log<Int>()
    let accounts = Loader<NoRequest, Int, LoadError> {
      numbers.note(0)
      return numbers.entries.count
    }
    let transport = ClosureTransport { [received] request in
      received.note(request)
      return ResourceResponse(status: request.url.query() == "n=2" ? 200 : 401)
    }
    let origin = try url("https://a.test")
    let api = AuthorizedTransport(transport, origins: [origin], credentials: accounts) {
      $0.url.append(queryItems: [URLQueryItem(name: "n", value: "\($1)")])
    }
    #expect(try await api.send(ResourceRequest(origin)).status == 200)
    #expect(received.entries.map { $0.url.query() } == ["n=1", "n=2"])
  }

  @Test func `the answer has its header fields and the start of its body (A4)`() async throws {
    let body = Data(repeating: 7, count: 100_000)
    let api = api { _ in
      ResourceResponse(
        status: 401,
        headers: ["www-authenticate": "Bearer"],
        body: ResourceBody([body.prefix(50_000), body.prefix(50_000)])
      )
    }
    let refused = Loader<NoRequest, HTTPFields, LoadError> { throw CancellationError() }
    refused.set(["Authorization": "Bearer old"])
    let other = AuthorizedTransport(
      ClosureTransport { try await api.send($0) },
      origins: [try url("https://b.test")],
      credentials: refused
    )
    let response = try await other.send(ResourceRequest(try url("https://b.test/")))
    #expect(response.status == 401 && response.headers["www-authenticate"] == "Bearer")
    var read = Data()
    for try await chunk in response.body { read += chunk }
    #expect(read == body.prefix(65_536))
  }

  @Test func `the error of a fetch is that of the renewal, and no stale response replaces it (A5)`()
    async throws
  {
    let failing = Loader<NoRequest, HTTPFields, LoadError> {
      throw URLError(.notConnectedToInternet)
    }
    let server = MemoryTransport()
    server.serve(
      MemoryResource(Data("one".utf8), cacheControl: "max-age=0, stale-if-error=60"),
      at: Bench.url
    )
    failing.set([:])
    let api = AuthorizedTransport(server, origins: [Bench.url], credentials: failing)
    let fetcher = ResourceFetcher(store: MemoryStore(), transport: api)
    _ = try await fetcher.fetch(ResourceRequest(Bench.url))
    failing.reset()
    let error = await #expect(throws: ResourceError.self) {
      try await fetcher.fetch(ResourceRequest(Bench.url))
    }
    #expect(error == .unauthorized(LoadError(URLError(.notConnectedToInternet))))
    #expect(error?.localizedDescription.hasPrefix("The credentials could not be loaded: ") == true)
  }

  @Test func `a response whose end arrives after a sign-out is not stored (A7)`() async throws {
    let (tokens, store) = (tokens, MemoryStore())
    let transport = ClosureTransport { _ in
      let chunks = AsyncStream { stream in
        stream.yield(Data("one".utf8))
        stream.finish()
      }
      let signsOut = chunks.map { chunk in
        tokens.reset()
        return chunk
      }
      return ResourceResponse(
        status: 200,
        headers: ["cache-control": "max-age=60"],
        body: ResourceBody(signsOut)
      )
    }
    let api = AuthorizedTransport(transport, origins: [Bench.url], credentials: tokens)
    let fetcher = ResourceFetcher(store: store, transport: api)
    await #expect(throws: ResourceError.cancelled) {
      try await fetcher.fetch(ResourceRequest(Bench.url))
    }
    #expect(await store.record(for: ResourceRequest(Bench.url).key) == nil)
  }

  @Test func `an already cancelled task loads and sends nothing (A6)`() async throws {
    let (api, request, gate) = (api(), ResourceRequest(try url("https://a.test/")), Gate())
    let task = Task {
      await gate.wait()
      return try await api.send(request).status
    }
    await gate.waiterArrived()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(received.entries.isEmpty && tokens.state.isNotRequested)
  }

  @Test func `no text has the credentials (A9)`() async throws {
    let log = Log<String>()
    let observed = tokens.observe(LoadObserver { log.note("\($0)") })
    let api = api { _ in ResourceResponse(status: 401) }
    _ = try await api.send(ResourceRequest(try url("https://a.test/")))
    observed.cancel()
    var texts = log.entries + ["\(api)", String(reflecting: api), "\(tokens)", "\(tokens.state)"]
    for value in [api, tokens, received.entries] as [Any] {
      var text = ""
      dump(value, to: &text)
      texts.append(text)
    }
    #expect(texts.allSatisfy { !$0.contains("secret") }, "\(texts)")
    #expect(
      "\(api)" == "AuthorizedTransport" && texts.contains { $0.contains("https://a.test:443") }
    )
  }
}

extension Loadable {
  fileprivate var isNotRequested: Bool {
    if case .notRequested = self { true } else { false }
  }
}
