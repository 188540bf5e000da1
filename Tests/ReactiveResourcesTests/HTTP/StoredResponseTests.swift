import Foundation
import ReactiveResources
import Testing

@Suite struct `A stored response (H2, H3, H4)` {
  private func stored(
    _ headers: HTTPFields,
    request: HTTPFields = [:],
    took seconds: Double = 0
  ) -> StoredResponse {
    StoredResponse(
      headers: headers,
      request: request,
      length: 3,
      requested: .start - seconds,
      received: .start
    )
  }

  private static let dated: HTTPFields = ["date": HTTPDate.text(for: .start)]

  @Test func `it is fresh for as long as the server says`() {
    let answer = stored(["cache-control": "max-age=60"])
    #expect(answer.isFresh(at: .start))
    #expect(answer.isFresh(at: .start + 59.9))
    #expect(!answer.isFresh(at: .start + 60))
  }

  @Test func `a response without a lifetime is stale`() {
    #expect(!stored([:]).isFresh(at: .start))
    #expect(!stored(["cache-control": "max-age=60, no-cache"]).isFresh(at: .start))
    #expect(!stored(["cache-control": "max-age=0"]).isFresh(at: .start))
  }

  @Test func `it is stale after the date was set back`() {
    #expect(!stored(["cache-control": "max-age=60"]).isFresh(at: .start - 1))
  }

  @Test func `the time in caches and in transit counts`() {
    #expect(stored(["cache-control": "max-age=60", "age": "50"]).isFresh(at: .start + 9))
    #expect(!stored(["cache-control": "max-age=60", "age": "50"]).isFresh(at: .start + 10))
    let late = stored(["cache-control": "max-age=60", "age": "50"], took: 5)
    #expect(late.isFresh(at: .start + 4) && !late.isFresh(at: .start + 5))
    let old: HTTPFields = ["cache-control": "max-age=60", "date": HTTPDate.text(for: .start - 50)]
    #expect(stored(old).isFresh(at: .start + 9) && !stored(old).isFresh(at: .start + 10))
  }

  @Test func `Expires counts from Date, and max-age overrides it`() {
    let expires = HTTPDate.text(for: .start + 60)
    #expect(stored(["expires": expires]).isFresh(at: .start + 59))
    #expect(!stored(["expires": expires]).isFresh(at: .start + 60))
    #expect(!stored(["expires": expires, "cache-control": "max-age=1"]).isFresh(at: .start + 2))
    let skewed: HTTPFields = ["expires": expires, "date": HTTPDate.text(for: .start + 30)]
    #expect(stored(skewed).isFresh(at: .start + 29) && !stored(skewed).isFresh(at: .start + 30))
    #expect(!stored(["expires": "0"]).isFresh(at: .start, heuristics: .tenth()))
  }

  @Test func `without a lifetime a tenth of its age is fresh, if the policy says so`() {
    let answer = stored(["last-modified": HTTPDate.text(for: .start - 1000)])
    #expect(!answer.isFresh(at: .start))
    #expect(answer.isFresh(at: .start + 99, heuristics: .tenth()))
    #expect(!answer.isFresh(at: .start + 100, heuristics: .tenth()))
    #expect(!answer.isFresh(at: .start + 50, heuristics: .tenth(atMost: 50)))
    let ahead = stored(["last-modified": HTTPDate.text(for: .start + 1000)])
    #expect(!ahead.isFresh(at: .start, heuristics: .tenth()))
  }

  @Test func `it may be shown stale for as long as the server permits`() {
    let answer = stored(["cache-control": "max-age=60, stale-while-revalidate=30"])
    #expect(answer.allowsStaleWhileRevalidate(at: .start + 89))
    #expect(!answer.allowsStaleWhileRevalidate(at: .start + 90))
    #expect(!answer.allowsStaleIfError(at: .start + 70))
    let standIn = stored(["cache-control": "max-age=60, stale-if-error=30"])
    #expect(standIn.allowsStaleIfError(at: .start + 89))
    #expect(!standIn.allowsStaleIfError(at: .start + 90))
  }

  @Test(arguments: ["no-cache", "must-revalidate"])
  func `a server that forbids stale responses is followed`(directive: String) {
    let grants = "max-age=0, stale-while-revalidate=30, stale-if-error=30, \(directive)"
    let answer = stored(["cache-control": grants])
    #expect(!answer.allowsStaleWhileRevalidate(at: .start))
    #expect(!answer.allowsStaleIfError(at: .start))
    #expect(!answer.allowsStale)
  }

  @Test func `it is revalidated with all validators, unchanged`() {
    let modified = "Sunday, 06-Nov-94 08:49:37 GMT"
    let conditions = stored(["etag": "W/\"1\"", "last-modified": modified]).conditions
    #expect(conditions == ["if-none-match": "W/\"1\"", "if-modified-since": modified])
    #expect(stored(["etag": " ", "last-modified": ""]).conditions == [:])
  }

  private static let malformed: [HTTPFields] = [
    ["etag": "1"], ["etag": "\"ab\"-gzip"], ["etag": "w/\"1\""],
    ["last-modified": "Sun, 06 Nov 1994 08:49:37 +0000"],
    ["last-modified": "1994-11-06T08:49:37Z"],
  ]

  @Test(arguments: malformed)
  func `a validator that is not well-formed is sent back as it is`(headers: HTTPFields) async {
    let bench = Bench()
    bench.serve(tag: nil, headers: headers)
    _ = await bench.fetchText()
    #expect(await bench.fetchText() == "disk one")
    #expect(bench.lastHeaders["if-none-match"] == headers["etag"])
    #expect(bench.lastHeaders["if-modified-since"] == headers["last-modified"])
    #expect(bench.statuses == [200, 304])
  }

  @Test(arguments: malformed)
  func `a 304 with another malformed validator is about another version`(
    headers: HTTPFields
  ) async {
    let bench = Bench()
    bench.serve(tag: nil, headers: headers)
    _ = await bench.fetchText()
    var others = HTTPFields()
    for (name, value) in headers { others[name] = value + "0" }
    bench.plan(.status(304, others), times: 1)
    #expect(await bench.fetchText() == "network one")
    #expect(bench.statuses == [200, 304, 200])
  }

  @Test func `it matches requests with equal Vary fields`() {
    let answer = stored(["vary": "Accept, X-Size"], request: ["accept": "image/png"])
    #expect(answer.matches(["Accept": "image/png", "user-agent": "x"]))
    #expect(!answer.matches(["Accept": "image/webp"]))
    #expect(!answer.matches(["Accept": "image/png", "x-size": "2"]))
    #expect(!answer.matches([:]))
    #expect(!stored(["vary": "*"]).matches([:]))
  }

  @Test func `it never matches another account, and stores no credential`() {
    let answer = stored([:], request: ["authorization": "Bearer secret"])
    #expect(answer.matches(["authorization": "Bearer secret"]))
    #expect(!answer.matches(["authorization": "Bearer other"]))
    #expect(!answer.matches([:]))
    #expect(!answer.metadata.values.contains { $0.contains("secret") })
  }

  @Test func `it stores neither cookies nor hop-by-hop fields`() {
    let answer = stored([
      "set-cookie": "a=b", "connection": "close, A, b", "a": "1", "B": "2", "x": "y",
    ])
    #expect(answer.headers == ["x": "y"])
  }

  @Test func `it stores the received length and range`() {
    let partial: HTTPFields = ["content-length": "3", "content-range": "bytes 0-2/3"]
    #expect(stored(partial).headers == partial)
    let renewed = stored(partial).refreshed(
      by: ["content-length": "0", "content-range": "bytes 0-0/1"],
      requested: .start,
      received: .start
    )
    #expect(renewed.headers == partial)
  }

  @Test func `Connection cannot remove fields that decide about storing`() {
    let answer = stored([
      "connection": "cache-control, vary, age", "cache-control": "no-store", "vary": "*",
      "age": "9",
    ])
    #expect(!answer.isStorable)
    #expect(answer.headers["age"] == "9")
  }

  @Test(arguments: [
    ("7200, 0", 7200), ("7200,7200", 7200), ("0, 7200", 0), ("x, 7200", 0), ("-1", 0),
  ])
  func `of several Age fields the first counts`(text: String, age: Double) {
    let answer = stored(["cache-control": "max-age=3600", "age": text])
    #expect(answer.isFresh(at: .start) == (age < 3600))
  }

  @Test(
    arguments: [
      (["last-modified": HTTPDate.text(for: .start - 50)], false),
      (["last-modified": HTTPDate.text(for: .start - 100)], true), ([:], true),
      (["etag": "\"2\"", "last-modified": HTTPDate.text(for: .start - 50)], false),
    ] as [(HTTPFields, Bool)]
  )
  func `a 304 with another Last-Modified is about another version`(
    headers: HTTPFields,
    isOwn: Bool
  )
    async
  {
    let bench = Bench()
    bench.serve(tag: nil, modified: .start - 100)
    _ = await bench.fetchText()
    bench.plan(.status(304, headers), times: 1)
    #expect(await bench.fetchText() == (isOwn ? "disk one" : "network one"))
    #expect(bench.statuses == (isOwn ? [200, 304] : [200, 304, 200]))
  }

  @Test func `a 304 may change its Vary`() {
    let answer = stored(["cache-control": "max-age=60"], request: ["authorization": "a"])
    let sent: HTTPFields = ["accept-language": "de", "authorization": "a"]
    let renewed = answer.refreshed(
      by: ["vary": "Accept-Language"],
      request: sent,
      requested: .start,
      received: .start
    )
    #expect(renewed.matches(sent))
    #expect(!renewed.matches(["accept-language": "en", "authorization": "a"]))
    #expect(!renewed.matches(["accept-language": "de"]))
    let unmatched = answer.refreshed(by: ["vary": "*"], requested: .start, received: .start)
    #expect(!unmatched.isStorable)
  }

  @Test func `a 304 renews fields and times, and nothing about the body`() {
    let old: HTTPFields = [
      "etag": "\"1\"", "age": "9", "content-type": "image/png", "cache-control": "max-age=1",
    ]
    let new: HTTPFields = ["cache-control": "max-age=60", "content-type": "text/html", "x": "y"]
    let answer = stored(old.mergingDate()).refreshed(
      by: new,
      requested: .start + 100,
      received: .start + 101
    )
    #expect(answer.contentType == "image/png")
    #expect(answer.headers["x"] == "y")
    #expect(answer.headers["age"] == nil && answer.headers["date"] == nil)
    #expect(answer.isFresh(at: .start + 159) && !answer.isFresh(at: .start + 161))
  }

  @Test func `it is decoded from its metadata unchanged`() {
    let answer = stored(
      ["etag": "\"1\"", "vary": "accept", "x": "ü\n=:"],
      request: ["accept": "a"],
      took: 0.25
    )
    #expect(StoredResponse(metadata: answer.metadata.merging(["mine": "too"]) { $1 }) == answer)
  }

  @Test(arguments: [
    "http.format", "http.requested", "http.received", "http.length", "http.variant.authorization",
  ])
  func `metadata with a missing or wrong entry is invalid`(name: String) {
    var metadata = stored([:]).metadata
    metadata[name] = nil
    #expect(StoredResponse(metadata: metadata) == nil)
    guard name != "http.variant.authorization" else { return }
    for text in ["", "x", "nan", "inf", "-1e300"] {
      metadata[name] = text
      #expect(StoredResponse(metadata: metadata) == nil)
    }
  }
}

extension HTTPFields {
  fileprivate func mergingDate() -> HTTPFields {
    var fields = self
    fields["date"] = HTTPDate.text(for: .start)
    return fields
  }
}
