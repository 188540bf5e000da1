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
      fetched(), FetchReport.stale(fetched()), stored(), key, server, fetcher,
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

/// The places in a text where a secret may be.
@Suite struct `Secrets in the text of a URL (H16)` {
  /// Returns the texts that contain a URL: a key, a record's key, a header field and a `Location`.
  private func shown(_ text: String) async -> [String] {
    let server = MemoryTransport()
    server.plan(.status(302, ["Location": "ftp:\(text)"]), at: Bench.url)
    var texts = [
      "\(ResourceKey(text))", "\(ResourceRequest(Bench.url, key: text))",
      "\(["Content-Location": text] as HTTPFields)",
    ]
    if let url = URL(string: text) { texts.append("\(ResourceRequest(url))") }
    let fetcher = ResourceFetcher(transport: server)
    do { _ = try await fetcher.fetch(ResourceRequest(Bench.url)) } catch {
      texts.append("\(error)")
    }
    let record = ResourceRecord(metadata: ["a": "b"], body: Data("ab".utf8))
    do { try await MemoryStore(sizeLimit: 1).save(record, for: text) } catch {
      texts.append("\(error)")
    }
    #expect(texts.count >= 5)
    return texts
  }

  @Test(arguments: [
    "https://user:pa&SECRET@a.test/x", "https://u:a&SECRET@b/", "https://u:a SECRET@b/",
    "https://u:a\"SECRET@b/", "https://u:a<SECRET@b/", "https://u:a;b=c&d=SECRET@b/",
    "https://SECRET:x@y@b/", #"https:\\u:SECRET@b\x"#, #"https://u:a\SECRET@b/"#,
    "https:/u:SECRET@b/", "https:u:SECRET@b", "//u:SECRET@b/",
    "/x?next=https://u:SECRET@b", "/x?next=https%3A%2F%2Fu%3ASECRET%40b",
    "/x?next=https%253A%252F%252Fu%253ASECRET%2540b", "/https%3A%2F%2Fu%3ASECRET%40b/x",
    "/x?a=b&c=https%3A%2F%2Fu%3Aa%2FSECRET%40b",
  ])
  func `a user and a password are hidden`(text: String) async {
    for shown in await shown(text) { #expect(!shown.contains("SECRET"), "\(text)") }
  }

  @Test(arguments: [
    "?token=a SECRET", "?token=a\"SECRET", "?token=a<SECRET", "?token=a%26SECRET",
    "?token=a%23SECRET", "?token=a/SECRET", "?token=a=SECRET", "?user/token=SECRET",
    "?to/ken=SECRET", "?a?token=SECRET", "?to?ken=SECRET", "?to;ken=SECRET", "?to ken=SECRET",
    "?%ff%74oken=SECRET", "?%74oken=SECRET", "?%2574oken=SECRET", "?%%37%34oken=SECRET",
    "?token%3DSECRET", "?next=https%3A%2F%2Fb%2F%3Ftoken%3DSECRET", "?next=%2Fx%3Fkey%3DSECRET",
    "?next=%252Fx%253Fa%253Db%2526token%253DSECRET", "?next=/x?token=SECRET", ";token=SECRET",
    "#a=b&token=SECRET", "?a=b#token=SECRET", "?a=b#c?token=SECRET", "%3Ftoken%3DSECRET",
  ])
  func `the value of a name is hidden to its end`(item: String) async {
    for text in ["https://a.test/x\(item)", "/x\(item)", "x/y\(item)&a=b"] {
      for shown in await shown(text) { #expect(!shown.contains("SECRET"), "\(text)") }
    }
  }

  @Test(arguments: [
    "accesstoken", "authtoken", "sessiontoken", "clientsecret", "X-Amzn-Oidc-Accesstoken",
    "APIToken", "JWTToken", "token2", "token_hash", "X-Api-Token-V2", "X-Hub-Signature-256",
    "Authorization2", "jsessionid", "phpsessid", "code", "hdnea", "dpop", "DPoP", "authentication",
    "Authentication-Info", "x-amzn-oidc-data", "KEY", "key2", "sid_1",
    "X-XSRF-TOKEN", "__Host-SID", "hmac", "WWW-Authenticate", "proxyPassword", "otp",
  ])
  func `a name is found by a word or a part of it`(name: String) {
    #expect("\([name: "SECRET"] as HTTPFields)".contains("REDACTED"))
    for item in [name, "\(name)[0]", "\(name)[value]", "a[\(name)]"] {
      #expect("\(ResourceKey("/x?\(item)=SECRET&a=b"))" == "/x?\(item)=REDACTED&a=b")
    }
  }

  @Test(arguments: ["sortKeyID", "SIDValue", "aKEY", "URLSig"])
  func `a word of a name starts where the case changes`(name: String) {
    #expect("\(ResourceKey("/x?\(name)=SECRET"))" == "/x?\(name)=REDACTED")
  }

  @Test(arguments: [
    "https://a.test/auth/x@y?size=2", "https://a.test/token/x?monkey=1&bypass=2&sidebar=3",
    "/x?next=https%3A%2F%2Fa.test%2Fx%3Fpage%3D2", "mailto:a@b.test", "icon@2x.png",
    "/x?encoding=a&keyboard=b&pins=c&signal=d&X-Amz-Date=3", "/x?%=1&%4=2&a%zz=%", "token", "?=1",
    "a=b=c==", "/x?q=100%25&ü=%C3%BC",
  ])
  func `other text stays`(text: String) {
    #expect("\(ResourceKey(text))" == text)
  }
}

/// The user info of errors of Foundation, with a secret in each place.
@Suite struct `Secrets in an error of Foundation (H16)` {
  private static let text = "https://u:SECRET@a.test/x?token=SECRET&size=2"
  private static var url: URL { URL(string: text) ?? URL(filePath: "/") }

  private static var values: [String: Any] {
    var request = URLRequest(url: url)
    request.setValue("SECRET", forHTTPHeaderField: "X-Api-Token-V2")
    request.httpBody = Data("SECRET".utf8)
    let cause = NSError(domain: "a", code: 1, userInfo: ["b": text])
    let response = HTTPURLResponse(
      url: url,
      statusCode: 401,
      httpVersion: nil,
      headerFields: ["Set-Cookie": "SECRET"]
    )
    return [
      "url": url, "text": text, "request": request, "list": [text, text], "urls": [url],
      "components": URLComponents(string: text) as Any, "response": response as Any,
      "item": URLQueryItem(name: "token", value: "SECRET"), "Authorization": "Bearer SECRET",
      "headers": ["Cookie": "SECRET", "nested": [["Authorization": "SECRET"]]] as [String: Any],
      "set": Set([text]), "native": ["x": text] as NSDictionary, "array": [text] as NSArray,
      "NSMultipleUnderlyingErrorsKey": [cause, CocoaError(.fileNoSuchFile, userInfo: ["c": text])],
      "cocoa": CocoaError(.fileReadUnknown, userInfo: ["d": url, NSUnderlyingErrorKey: cause]),
      "posix": POSIXError(.EIO, userInfo: ["e": url]), "resume_token": Data("SECRET".utf8),
    ]
  }

  /// Returns everything that a value contains, also what its description omits.
  private func parts(_ value: Any, depth: Int = 0) -> String {
    guard depth < 40 else { return "" }
    return switch value {
    case let request as URLRequest:
      "\(request) \(request.allHTTPHeaderFields ?? [:]) \(request.httpBody ?? Data())"
        + String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    case let response as HTTPURLResponse:
      "\(response.allHeaderFields) \(String(describing: response.url))"
    case let data as Data: String(decoding: data, as: UTF8.self)
    case let pairs as [AnyHashable: Any]:
      pairs.map { "\($0.key): \(parts($0.value, depth: depth + 1))" }.joined(separator: " ")
    case let list as [Any]: list.map { parts($0, depth: depth + 1) }.joined(separator: " ")
    case let error as any Error: "\(error)" + parts((error as NSError).userInfo, depth: depth + 1)
    case _: "\(value)"
    }
  }

  private func passed(_ error: any Error) async throws -> any Error {
    let bench = Bench()
    bench.plan(.failure(error))
    let thrown = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    guard case .transport(let wrapped)? = thrown else {
      throw try #require(thrown)
    }
    return wrapped.underlying
  }

  @Test func `no entry of its user info contains one`() async throws {
    for (name, value) in Self.values {
      let info = [name: value]
      for error in [
        URLError(.badURL, userInfo: info), CocoaError(.fileReadUnknown, userInfo: info),
        POSIXError(.EIO, userInfo: info), NSError(domain: "a", code: 1, userInfo: info),
      ] as [any Error] {
        let passed = try await passed(error)
        #expect(type(of: passed) == type(of: error))
        #expect((passed as NSError).code == (error as NSError).code)
        let text = parts(passed)
        // On Linux a POSIXError has no user info.
        let isSecret = parts(error).contains("SECRET")
        #expect(text.contains("REDACTED") == isSecret && !text.contains("SECRET"), "\(name)")
      }
    }
  }

  @Test func `causes are cut off at a depth, and their number is bounded`() async throws {
    var error = NSError(domain: "a", code: 0, userInfo: ["url": Self.text])
    for code in 1..<30 {
      let causes = [error, error, error]
      error = NSError(
        domain: "a",
        code: code,
        userInfo: [NSUnderlyingErrorKey: error, "NSMultipleUnderlyingErrorsKey": causes]
      )
    }
    var passed = try await passed(error) as NSError
    var codes: [Int] = []
    while let cause = passed.userInfo[NSUnderlyingErrorKey] as? NSError {
      #expect(!"\(cause.userInfo["url"] ?? "")".contains("SECRET"))
      codes.append(cause.code)
      passed = cause
    }
    #expect(codes.count <= 16 && codes.first == 28)
  }
}

/// Foundation's description of a date that is no number traps on Linux.
@Suite struct `Dates that are no number, in texts` {
  @Test(arguments: [Double.nan, .infinity, -.infinity, 0])
  func `each value with a date has a description and a dump`(seconds: Double) async {
    let date = Date(timeIntervalSince1970: seconds)
    let stored = StoredResponse(headers: [:], length: 0, requested: date, received: date)
    let server = MemoryTransport(wallClock: WallClock { date })
    _ = try? await ResourceFetcher(transport: server, wallClock: WallClock { date })
      .fetch(ResourceRequest(Bench.url))
    let values: [Any] = [
      stored, FetchedResource(body: Data(), source: .disk, received: date), server,
      MemoryResource(Data(), lastModified: date),
      ResourceRecord(metadata: stored.metadata, body: Data()),
    ]
    for value in values {
      var text = "\(value)"
      dump(value, to: &text)
      #expect(text.hasPrefix("\(type(of: value))"))
    }
    let text = "\(ResourceError.status(503, retryAfter: .date(date)))"
    #expect(text.hasPrefix("status(503, retryAfter: "))
  }
}
