import Foundation
import ReactiveResources
import Testing

/// Requests with other methods than GET, over a server in memory.
@Suite struct `A write (H18 to H21)` {
  private let bench = Bench()
  private let writes: [ResourceRequest.Method] = [.post, .put, .patch, .delete]

  private func send(
    _ method: ResourceRequest.Method,
    _ text: String? = "new",
    headers: HTTPFields = [:],
    at url: URL = Bench.url,
    key: String? = nil,
    _ use: RequestCachePolicy = .standard
  ) async throws(ResourceError) -> FetchedResource {
    let request = ResourceRequest(
      url,
      method: method,
      headers: headers,
      body: text.map { Data($0.utf8) },
      key: key,
      cachePolicy: use
    )
    return try await bench.fetcher.fetch(request)
  }

  private func answer(_ method: ResourceRequest.Method, _ status: Int, _ text: String = "") {
    let resource = MemoryResource(Data(text.utf8), status: status, headers: ["x": "y"])
    bench.server.serve(resource, at: Bench.url, for: method)
  }

  private var sent: [String] {
    bench.server.requests.map { request in
      "\(request.method) \(request.url.path) \(request.body.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
    }
  }

  @Test func `it is sent once with its body, and any status from 200 to 299 is a success`()
    async throws
  {
    for (method, status) in zip(writes, [201, 200, 299, 202]) {
      answer(method, status, "done")
      let fetched = try await send(method)
      #expect(fetched.status == status && fetched.text == "done" && fetched.source == .network)
      #expect(fetched.headers["x"] == "y" && fetched.url == Bench.url && !fetched.isStale)
    }
    #expect(sent == writes.map { "\($0) /picture new" })
  }

  @Test func `it has the header fields of the caller, also conditions, and no others`() async throws
  {
    answer(.put, 200)
    let headers: HTTPFields = ["if-match": "\"1\"", "content-type": "text/plain"]
    for use in [RequestCachePolicy.standard, .storeThenNetwork, .reload, .reloadIgnoringStore] {
      _ = try await send(.put, headers: headers, use)
      #expect(bench.lastHeaders == headers)
    }
  }

  @Test func `its response is neither stored nor read from the store`() async throws {
    answer(.post, 200, "result")
    bench.server.serve(MemoryResource(Data("one".utf8), cacheControl: "max-age=60"), at: Bench.url)
    _ = await bench.fetchText()
    let calls = bench.store.calls.count
    #expect(try await send(.post).text == "result")
    #expect(bench.store.calls.dropFirst(calls) == ["remove"])
    #expect(try await send(.post).lifetime.timeToLive == .zero)
  }

  @Test(arguments: [200, 201, 204, 303])
  func `a success, also a redirect, removes the record of its URL (H19)`(status: Int) async throws {
    bench.serve("one", "max-age=60")
    #expect(await bench.fetchText() == "network one")
    bench.server.plan(
      .status(status, ["location": "/other"]),
      at: Bench.url,
      for: .post,
      times: 1
    )
    answer(.post, 200)
    bench.server.serve(MemoryResource(Data()), at: Bench.other)
    _ = try await send(.post)
    #expect(bench.record == nil)
    bench.serve("two", "max-age=60")
    #expect(await bench.fetchText() == "network two")
  }

  @Test func `a failure, a safe method and another key leave the record (H19)`() async throws {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    for status in [400, 404, 500] {
      answer(.post, status)
      await #expect(throws: ResourceError.self) { try await send(.post) }
    }
    bench.server.plan(.failure(Bench.Failure()), at: Bench.url, for: .post, times: 1)
    await #expect(throws: ResourceError.self) { try await send(.post) }
    #expect(try await send(.head, nil).body.isEmpty)
    answer(.post, 200)
    _ = try await send(.post, key: "another")
    #expect(await bench.fetchText() == "disk one")
  }

  @Test func `a record with a custom key is removed by a write with that key (H19)`()
    async throws
  {
    bench.serve("one", "max-age=60")
    let read = ResourceRequest(Bench.url, key: "mine")
    _ = try await bench.fetcher.fetch(read)
    answer(.delete, 204)
    _ = try await send(.delete, nil, key: "mine")
    #expect(bench.store["mine"] == nil)
  }

  @Test func `a GET in flight during a write is not stored (H19)`() async throws {
    let (bench, gate) = (bench, Gate())
    let transport = ClosureTransport { request in
      guard request.method == .get else { return ResourceResponse(status: 204) }
      await gate.wait()
      return ResourceResponse(status: 200, headers: ["cache-control": "max-age=60"])
    }
    let fetcher = ResourceFetcher(store: bench.store, transport: transport)
    let read = Task { try await fetcher.fetch(ResourceRequest(Bench.url)) }
    await gate.waiterArrived()
    _ = try await fetcher.fetch(ResourceRequest(Bench.url, method: .put, body: Data()))
    gate.open()
    _ = try await read.value
    #expect(bench.record == nil && !bench.store.calls.contains("keep"))
  }

  @Test func `a record that cannot be removed is a miss, and the write succeeds (H19)`()
    async throws
  {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    bench.store.fail(at: ["remove"])
    answer(.put, 200)
    #expect(try await send(.put).status == 200)
    #expect(await bench.fetchText(.onlyFromStore) == "\(ResourceError.notStored)")
    #expect(bench.fetcher.counts.storeFailures > 0)
  }

  @Test(arguments: [206, 304, 416, 500, 503])
  func `nothing repeats it (H20)`(status: Int) async {
    bench.server.plan(.status(status), at: Bench.url)
    _ = try? await send(.post)
    #expect(bench.server.requests.count == 1)
  }

  @Test func `an interrupted download of its URL stays, and is resumed by a GET only (H20)`()
    async throws
  {
    bench.serve("0123456789")
    bench.plan(.drop(after: 4, Bench.Failure()), times: 1)
    _ = await bench.fetchText()
    bench.server.plan(.status(500), at: Bench.url, for: .post)
    _ = try? await send(.post)
    #expect(bench.lastHeaders == [:])
    _ = try await send(.head, nil)
    #expect(bench.lastHeaders == [:])
    #expect(await bench.fetchText() == "network 0123456789")
    #expect(bench.lastHeaders["range"] == "bytes=4-")
  }

  @Test func `an error has the status, the time for the next request, and the body (H18)`() async {
    let reason = String(repeating: "name", count: 20_000)
    let resource = MemoryResource(Data(reason.utf8), status: 422, headers: ["retry-after": "5"])
    bench.server.serve(resource, at: Bench.url, for: .post)
    let error = await #expect(throws: ResourceError.self) { try await send(.post) }
    let body = Data(reason.utf8.prefix(65_536))
    #expect(error == .status(422, retryAfter: .seconds(5), body: body))
    #expect(error?.localizedDescription == "The server answered with status 422.")
    #expect(error.map { "\($0)" }?.contains("name") == false)
  }

  @Test func `a cancel while the body of an error is read is a cancellation (H18)`() async {
    let gate = Gate()
    let transport = ClosureTransport { _ in
      let chunks = AsyncStream(unfolding: {
        await gate.wait()
        return nil as Data?
      })
      return ResourceResponse(status: 422, body: ResourceBody(chunks))
    }
    let task = Task {
      let request = ResourceRequest(Bench.url, method: .post)
      return try await ResourceFetcher(transport: transport).fetch(request)
    }
    await gate.waiterArrived()
    task.cancel()
    gate.open()
    await #expect(throws: ResourceError.cancelled) { try await task.value }
  }

  @Test func `a GET does not read the body of an error (H18)`() async {
    bench.serve(MemoryResource(Data("reason".utf8), status: 404))
    #expect(await bench.fetchText() == "\(ResourceError.status(404))")
    #expect(bench.server.exchanges.map(\.sent) == [0])
  }

  @Test func `a body beyond the limit is an error (H18)`() async {
    let bench = Bench(FetchPolicy(sizeLimit: 3))
    bench.server.serve(MemoryResource(Data("long".utf8)), at: Bench.url, for: .post)
    await #expect(throws: ResourceError.tooLarge(limit: 3)) {
      try await bench.fetcher.fetch(ResourceRequest(Bench.url, method: .post))
    }
  }

  @Test(arguments: [(ResourceRequest.Method.head, 200), (.delete, 204)])
  func `a response without a body may announce the length of another one (H18)`(
    method: ResourceRequest.Method,
    status: Int
  ) async throws {
    let transport = ClosureTransport { _ in
      ResourceResponse(status: status, headers: ["content-length": "5"])
    }
    let request = ResourceRequest(Bench.url, method: method)
    let fetched = try await ResourceFetcher(transport: transport).fetch(request)
    #expect(fetched.body.isEmpty && fetched.headers["content-length"] == "5")
  }

  @Test func `a write with onlyFromStore is refused (H18)`() async {
    await #expect(throws: ResourceError.notStored) { try await send(.post, nil, .onlyFromStore) }
    #expect(bench.server.requests.isEmpty)
  }

  @Test(arguments: [
    ResourceRequest.Method.get, .head, ResourceRequest.Method("TRACE"),
    ResourceRequest.Method("CONNECT"),
  ])
  func `a method without a body must not have one (H18)`(method: ResourceRequest.Method) async {
    let error = await #expect(throws: ResourceError.self) { try await send(method) }
    #expect(error == .invalidMethod(method) && bench.server.requests.isEmpty)
    #expect(
      error?.localizedDescription
        == "A request with the method \(method) must not have a body. Remove the body."
    )
  }

  @Test(arguments: ["", "PO ST", "POST\r\nX: 1", "GÉT"])
  func `a method that is no token is refused (H18)`(name: String) async {
    let error = await #expect(throws: ResourceError.self) {
      try await send(ResourceRequest.Method(name))
    }
    #expect(error == .invalidMethod(ResourceRequest.Method(name)) && bench.server.requests.isEmpty)
    #expect(error?.localizedDescription.contains("because it is not a name of letters") == true)
    await #expect(throws: ResourceError.invalidMethod(ResourceRequest.Method(name))) {
      try await URLSessionTransport.shared.send(
        ResourceRequest(URL(filePath: "/"), method: ResourceRequest.Method(name))
      )
    }
  }

  @Test func `an already cancelled task sends nothing (H20)`() async {
    let bench = bench
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return try await bench.fetcher.fetch(ResourceRequest(Bench.url, method: .post))
    }
    await gate.waiterArrived()
    task.cancel()
    gate.open()
    await #expect(throws: ResourceError.cancelled) { try await task.value }
    #expect(bench.server.requests.isEmpty)
  }

  @Test func `a write and a read of one URL are different requests`() {
    let read = ResourceRequest(Bench.url)
    var write = ResourceRequest(Bench.url, method: .post, body: Data("secret".utf8))
    #expect(write != read && write.key == read.key)
    #expect("\(write)" == "ResourceRequest(file:///picture, method: POST, body: 6 bytes)")
    var text = ""
    dump(write, to: &text)
    #expect(!text.contains("secret") && text.contains("6 bytes"))
    (write.method, write.body) = (.get, nil)
    #expect(write == read && Set([write, read]).count == 1)
  }
}
