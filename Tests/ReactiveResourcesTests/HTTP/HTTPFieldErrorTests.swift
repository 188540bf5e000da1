import Foundation
import ReactiveResources
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `A header field that cannot be sent (H17)` {
  private static let invalid: [(HTTPFields, HTTPFieldError)] = [
    (["Authorization": "Bearer tok\n"], .value(of: "authorization")),
    (["Authorization": "Bearer tok\r\nX: y"], .value(of: "authorization")),
    (["x": "a\u{0}"], .value(of: "x")), (["x": "\u{7F}"], .value(of: "x")),
    (["": "a"], .name("")), (["a b": "a"], .name("a b")), (["a:": "a"], .name("a:")),
    (["ü": "a"], .name("ü")), (["a\nb": "a"], .name("a\nb")),
    (["Content-Length": "1"], .reserved("content-length")),
    (["Transfer-Encoding": "chunked"], .reserved("transfer-encoding")),
    (["HOST": "b.test"], .reserved("host")), (["connection": "close"], .reserved("connection")),
    (["TE": "trailers"], .reserved("te")),
  ]

  @Test(arguments: invalid)
  func `fails the fetch, and nothing is sent`(
    headers: HTTPFields,
    reason: HTTPFieldError
  ) async {
    let bench = Bench()
    bench.serve("one", "max-age=60")
    #expect(await bench.fetchText() == "network one")
    for use in [RequestCachePolicy.standard, .storeThenNetwork, .reload, .onlyFromStore] {
      await #expect(throws: ResourceError.invalidField(reason)) {
        try await bench.fetch(use, headers: headers)
      }
    }
    #expect(bench.statuses == [200])
  }

  @Test func `fails a request if it is a field of the session`() async {
    let configuration = URLSessionConfiguration.withoutCookies
    configuration.httpAdditionalHeaders = ["X-Own": "a\nb", "Host": "b.test"]
    let transport = URLSessionTransport(configuration: configuration)
    await #expect(throws: ResourceError.invalidField(.value(of: "x-own"))) {
      try await transport.send(ResourceRequest(Bench.url))
    }
  }

  @Test(arguments: invalid)
  func `fails a request of URLSessionTransport`(
    headers: HTTPFields,
    reason: HTTPFieldError
  ) async {
    await #expect(throws: ResourceError.invalidField(reason)) {
      try await URLSessionTransport().send(ResourceRequest(Bench.url, headers: headers))
    }
  }

  @Test func `the message names the field and not its value`() {
    let texts = Self.invalid.map { ResourceError.invalidField($0.1).localizedDescription }
    #expect(
      texts[0]
        == "The header field \"authorization\" cannot be sent, because its value contains a control "
        + "character, such as a line break. Remove it from the value."
    )
    #expect(texts.allSatisfy { !$0.contains("tok") && !$0.contains("\n") })
  }

  @Test(arguments: ["", " ", "\t", " \t "])
  func `a field with a blank value is sent by URLSessionTransport, as an empty one`(
    _ value: String
  ) async throws {
    let answer = Data.answer("200 OK", ["Content-Length: 0"])
    try await RawServer.run({ _ in answer }) { server in
      let request = ResourceRequest(server.url("a"), headers: ["x-blank": value, "x-next": " a\t"])
      _ = try await URLSessionTransport().send(request)
      #expect(server.requests.map { $0.headers["x-blank"] } == [""])
      #expect(server.requests.map { $0.headers["x-next"] } == ["a"])
    }
  }

  @Test func `every visible value is sent`() async {
    let bench = Bench()
    bench.serve("one")
    let headers: HTTPFields = ["x": "", "x-2": "ü \t~", "!#$%&'*+-.^_`|~9": "a"]
    #expect(await bench.fetchText(headers: headers) == "network one")
    #expect(bench.lastHeaders == headers)
  }
}
