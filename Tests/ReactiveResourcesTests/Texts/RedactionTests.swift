import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Every value that the module prints, with the same secrets in each place.
@Suite struct `Credentials in texts (H16)` {
  private static let secrets = ["ada-1", "pw-1", "tok-1", "tok-2", "tok-3"]
  private static let text = "https://ada-1:pw-1@a.test/x?size=2&access_token=tok-1#part"
  private static let fields: HTTPFields = [
    "Authorization": "Bearer tok-2", "X-API-Key": "tok-3", "Accept": "image/png",
  ]

  private static var url: URL { URL(string: text) ?? URL(filePath: "/") }
  private static var request: ResourceRequest { ResourceRequest(url, headers: fields) }

  private static var error: URLError {
    URLError(
      .cannotConnectToHost,
      userInfo: [
        NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": text,
        NSUnderlyingErrorKey: NSError(domain: "a", code: 1, userInfo: ["request": text]),
      ]
    )
  }

  private static func fetched() -> FetchedResource {
    FetchedResource(
      body: Data("one".utf8),
      url: url,
      source: .network,
      headers: ["Location": text, "Set-Cookie": "tok-2"],
      received: .start
    )
  }

  private static func stored() -> StoredResponse {
    StoredResponse(
      headers: ["X-Auth-Token": "tok-3"],
      request: fields,
      length: 3,
      requested: .start,
      received: .start
    )
  }

  private static func values() async -> [Any] {
    let server = MemoryTransport()
    server.plan(.failure(error), at: url)
    let store = FailingStore()
    store.fail(at: ["read"])
    let failures = Log<StoreFailure>()
    let fetcher = ResourceFetcher(
      store: store,
      transport: server,
      policy: FetchPolicy { failures.note($0) }
    )
    var errors: [Any] = []
    do { _ = try await fetcher.fetch(request) } catch { errors = [error, LoadError(error)] }
    server.plan(.status(302, ["Location": "ftp:\(text)"]), at: Bench.url)
    server.plan(.status(302, ["Location": text]), at: Bench.other)
    for url in [Bench.url, Bench.other] {
      do { _ = try await fetcher.fetch(ResourceRequest(url)) } catch { errors.append(error) }
    }
    #expect(errors.count == 4 && failures.entries.count == 3)
    let key = ResourceKey(text, size: 92)
    let shown: [Any] = [
      fields, request, [request], ResourceResponse(status: 200, headers: fields, url: url),
      fetched(), FetchReport.stored(fetched()), stored(), key, server, fetcher,
      Resource("value", key: key, source: .disk), MemoryFault.status(302, fields),
      MemoryResource(Data(), headers: fields), URLSessionTransport(configuration: credentials),
      ResourceRecord(metadata: stored().metadata, body: Data()),
      MemoryStoreError.tooLarge(key: "key", bytes: 1, limit: 0),
    ]
    let loader = Loader { (_: ResourceRequest) in fetched() }
    let task = loader.load(request)
    let lines = Log<String>()
    let observation = loader.observe(.logger(requests: .shown) { lines.note($0) })
    await loader.refresh().outcome()
    observation.cancel()
    #expect(lines.entries.count == 2)
    let inLoads: [Any] = [loader, loader.states, loader.state, task, lines.entries]
    return shown + server.exchanges + errors + failures.entries + inLoads
  }

  private static var credentials: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.withoutCookies
    configuration.httpAdditionalHeaders = ["Authorization": "tok-2", "X-API-Key": "tok-3"]
    return configuration
  }

  @Test func `no description, dump or failure text contains one`() async {
    for value in await Self.values() {
      var dumped = ""
      dump(value, to: &dumped)
      let texts = [
        "\(value)", String(reflecting: value), dumped,
        (value as? any Error)?.localizedDescription ?? "",
      ]
      for text in texts {
        for secret in Self.secrets where text.contains(secret) {
          Issue.record("\(type(of: value)) prints \(secret): \(text.prefix(300))")
        }
      }
    }
  }

  @Test func `other parts stay readable`() {
    #expect(
      "\(Self.request)"
        == "ResourceRequest(https://REDACTED@a.test/x?size=2&access_token=REDACTED#part, headers: "
        + #"["accept": "image/png", "authorization": "REDACTED", "x-api-key": "REDACTED"])"#
    )
  }

  @Test(arguments: [
    ("a=1&token=2;sid=3#sig=4", "a=1&token=REDACTED#sig=REDACTED"),
    (
      "access%5Ftoken=1&accessToken=2&monkey=3",
      "access%5Ftoken=REDACTED&accessToken=REDACTED&monkey=3"
    ),
    ("X-Amz-Signature=1&X-Amz-Date=2", "X-Amz-Signature=REDACTED&X-Amz-Date=2"),
    ("token=&token", "token=&token"), ("AWSAccessKeyId=1", "AWSAccessKeyId=REDACTED"),
    ("a=1;token=2", "a=1;token=REDACTED"),
  ])
  func `query items are redacted by their names`(query: String, redacted: String) throws {
    let url = try #require(URL(string: "https://a.test/x@y?\(query)"))
    #expect("\(ResourceRequest(url))" == "ResourceRequest(https://a.test/x@y?\(redacted))")
  }

  @Test func `names can be added`() throws {
    let url = try #require(URL(string: "https://a.test/x?Test-Member=1&remember=2"))
    HTTPRedaction.add("testMember", "X-Test-Device")
    let request = ResourceRequest(url, headers: ["x-test-device": "3", "x-device": "4"])
    #expect(
      "\(request)"
        == "ResourceRequest(https://a.test/x?Test-Member=REDACTED&remember=2, headers: "
        + #"["x-device": "4", "x-test-device": "REDACTED"])"#
    )
  }

  @Test func `an error of Foundation keeps its code and its other user info`() async throws {
    let bench = Bench()
    bench.plan(.failure(Self.error))
    let error = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    guard case .transport(let wrapped)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let shown = try #require(wrapped.underlying as? URLError)
    #expect(shown.code == .cannotConnectToHost)
    let url = shown.userInfo[NSURLErrorFailingURLErrorKey] as? URL
    #expect(url?.host() == "a.test" && url?.user() == "REDACTED")
    #expect((shown.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 1)
  }

  @Test func `a loader prints neither the request for its bodies nor a second line for it`()
    async throws
  {
    let server = MemoryTransport()
    let url = try #require(URL(string: "https://bodies.test/\(UUID())"))
    let request = ResourceRequest(url)
    server.serve(MemoryResource(Data("poster".utf8)), at: request.url)
    let cache = CachePolicy<Resource<Data>>(load: LoadPolicy(name: "posters"))
    let posters = ResourceLoader(
      ResourceFetcher(transport: server),
      policy: ResourcePolicy(cache: cache)
    ) { _ in request }
    let lines = Log<String>()
    let key = ResourceKey("redacted/\(UUID()).jpg")
    let observation = LoadObserver.logger(requests: .shown) { lines.note($0) }.observeAll()
    _ = try? await posters.load(key)
    _ = posters.resource(for: key)
    observation.cancel()
    // Tests run concurrently: other loaders have other requests.
    let own = lines.entries.filter { $0.contains(key.path) || $0.contains("bodies.test") }
    #expect(own.map { $0.prefix { $0 != ")" } } == Array(repeating: "posters(\(key)", count: 2))
  }
}
