import Foundation
import Testing

@testable import ReactiveResources

@Suite struct `A chain of redirects (H15)` {
  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func chain(
    from text: String,
    headers: HTTPFields = [:],
    key: String? = nil,
    _ policy: RedirectPolicy = RedirectPolicy()
  ) throws -> RedirectChain {
    RedirectChain(ResourceRequest(try Self.url(text), headers: headers, key: key), policy)
  }

  @Test(arguments: [
    ("https://a.test/x/y", "/z", "https://a.test/z"),
    ("https://a.test/x/y", "z?q", "https://a.test/x/z?q"),
    ("https://a.test/x", "https://b.test/z", "https://b.test/z"),
    ("https://a.test/x", "//b.test/z", "https://b.test/z"),
    ("https://a.test/x#part", "/z", "https://a.test/z#part"),
    ("https://a.test/x#part", "/z#own", "https://a.test/z#own"),
    ("http://a.test/x", "https://a.test/x", "https://a.test/x"),
    ("https://user:word@a.test/x", "/z", "https://user:word@a.test/z"),
    ("https://a.test/x", " /z\t", "https://a.test/z"),
    ("https://a.test/x", "/M%C3%BCnchen Bild.jpg", "https://a.test/M%C3%BCnchen%20Bild.jpg"),
    ("https://a.test/x", "/München%20Bild.jpg", "https://a.test/M%C3%BCnchen%20Bild.jpg"),
    (
      "https://a.test/x", "/100%/%zz/%2/%2f?a=%41 %",
      "https://a.test/100%25/%25zz/%252/%2f?a=%41%20%25"
    ),
    ("https://a.test/x", "//b.test/a b?q=[ü]", "https://b.test/a%20b?q=%5B%C3%BC%5D"),
    (
      "https://a.test/x", "https://münchen.test/%C3%BC ü#a#b c",
      "https://xn--mnchen-3ya.test/%C3%BC%20%C3%BC#a%23b%20c"
    ),
    ("https://a.test/x", "http%3A//b.test/ ", "https://a.test/http%3A//b.test/"),
    ("https://a.test/x/y", "?q=a b%20c", "https://a.test/x/y?q=a%20b%20c"),
    ("https://a.test/x", "https://[::1]/a b", "https://[::1]/a%20b"),
  ])
  func `a Location is resolved`(from: String, location: String, to: String) throws {
    var chain = try chain(from: from)
    try chain.follow(location)
    #expect(chain.request.url.absoluteString == to)
  }

  @Test(arguments: [
    "", " ", "http://[", "mailto:a@b.test", "file:///etc/passwd", "data:,x", "javascript:x",
    "https:///z",
  ])
  func `a URL that cannot be loaded is an error`(location: String) throws {
    var chain = try chain(from: "https://a.test/x")
    let before = chain
    #expect(throws: RedirectError.unusable(location: location)) { try chain.follow(location) }
    #expect(chain == before)
  }

  @Test(arguments: ["user:word", "user", "us:er:wo@rd"])
  func `a Location with a user is an error, which does not contain it`(user: String) throws {
    var chain = try chain(from: "https://a.test/x")
    #expect(throws: RedirectError.unusable(location: "https://REDACTED@a.test/z?token=REDACTED")) {
      try chain.follow("https://\(user)@a.test/z?token=\(user)")
    }
  }

  @Test func `only a Location that is not followed is redacted`() throws {
    var chain = try chain(from: "https://a.test/x")
    var redacted: [String] = []
    try chain.follow("https://u.test/y?token=a") { text in
      redacted.append(text)
      return text
    }
    #expect(redacted == [])
    #expect(throws: RedirectError.unusable(location: "hidden")) {
      try chain.follow("ftp://a.test/y") { text in
        redacted.append(text)
        return "hidden"
      }
    }
    #expect(redacted == ["ftp://a.test/y"])
  }

  @Test func `https is never downgraded to http`() throws {
    var chain = try chain(from: "https://a.test/x")
    #expect(throws: RedirectError.insecure(try Self.url("http://a.test/y?sig=REDACTED"))) {
      try chain.follow("http://a.test/y?sig=a")
    }
  }

  private static let secrets: HTTPFields = [
    "Authorization": "a", "Cookie": "b", "Proxy-Authorization": "c", "X-Key": "d", "Accept": "e",
  ]

  @Test(arguments: [
    "https://b.test/", "https://a.test:444/", "http://b.test/", "https://sub.a.test/",
    "https://a.test./",
  ])
  func `credentials stay at their origin, also after a return to it`(target: String) throws {
    let scheme = target.hasPrefix("https") ? "https" : "http"
    let policy = RedirectPolicy(sensitiveFields: ["x-KEY"])
    var chain = try chain(from: "\(scheme)://a.test/x", headers: Self.secrets, policy)
    try chain.follow(target)
    #expect(chain.request.headers == ["accept": "e"])
    #expect(!chain.request.allowsCredentials)
    try chain.follow("\(scheme)://a.test/x")
    #expect(chain.request.headers == ["accept": "e"])
    #expect(!chain.request.allowsCredentials)
  }

  @Test(arguments: ["/y", "https://A.test/y", "HTTPS://a.test:443/y"])
  func `credentials are sent within an origin`(target: String) throws {
    var chain = try chain(from: "https://a.test/x", headers: Self.secrets)
    try chain.follow(target)
    #expect(chain.request.headers == Self.secrets)
    #expect(chain.request.allowsCredentials)
  }

  @Test(arguments: [
    ("https://münchen.test/x", "https://xn--mnchen-3ya.test/y"),
    ("https://xn--mnchen-3ya.test/x", "https://MÜNCHEN.test/y"), ("https://münchen.test/x", "/y"),
    ("https://[::1%25en0]/x", "/y"),
  ])
  func `a host is the same in Punycode`(start: String, target: String) throws {
    var chain = try chain(from: start, headers: Self.secrets)
    try chain.follow(target)
    #expect(chain.request.headers == Self.secrets)
    try chain.follow("https://xn--mnchen-xya.test/")
    #expect(!chain.request.allowsCredentials)
  }

  @Test func `an upgrade to https is another origin`() throws {
    var chain = try chain(from: "http://a.test/x", headers: Self.secrets)
    try chain.follow("https://a.test/x")
    #expect(chain.request.headers["authorization"] == nil)
  }

  @Test func `a loop ends at the limit`() throws {
    var chain = try chain(from: "https://a.test/x", RedirectPolicy(limit: 3))
    for _ in 0..<3 { try chain.follow("/x") }
    #expect(throws: RedirectError.tooMany(limit: 3)) { try chain.follow("/x") }
  }

  @Test func `the key is that of the target, prefixed by the caller's`() throws {
    var plain = try chain(from: "https://a.test/x")
    try plain.follow("/y#part")
    #expect(plain.request.key == "https://a.test/y")
    var named = try chain(from: "https://a.test/x", key: "mine")
    try named.follow("/y")
    try named.follow("/z")
    #expect(named.request.key == "mine https://a.test/z")
  }
}
