import Foundation
import ReactiveResources
import Testing

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
