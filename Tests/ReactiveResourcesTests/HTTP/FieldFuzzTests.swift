import Foundation
import Testing

@testable import ReactiveResources

/// No response of a server traps, and accepted ones have valid properties.
@Suite struct `Hostile header fields` {
  private static let pieces = [
    "max-age=", "no-store", "\"", "\\", ",", "=", ";", " ", "\t", "W/", "bytes ", "bytes=", "-",
    "/",
    "*", "0", "9", "99999999999999999999", "-1", "Sun, ", "Sunday", "06 Nov 1994 08:49:37 GMT",
    "Nov",
    "08:49:60", "\u{0}", "\u{FF}", "\r\n", "ü", "🇩🇪", "http.field.", "e\u{301}",
  ]

  private func hostile(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...12, using: &random)
    if Bool.random(using: &random) {
      return (0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
    }
    let bytes = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `no text traps a parser`() {
    var random = SeededGenerator(7)
    for _ in 0..<20_000 {
      let text = hostile(&random)
      let control = CacheControl(text)
      #expect((0...Int.deltaSecondsLimit).contains(control.maxAge ?? 0))
      if let tag = EntityTag(text) { #expect(tag.text == text) }
      if let date = HTTPDate.date(from: text, now: .start) {
        #expect(HTTPDate.date(from: HTTPDate.text(for: date), now: .start) == date)
      }
      if let range = ContentRange(text) {
        #expect(range.first <= range.last && range.last < range.total)
      }
      if let range = MemoryResponse.range(text, of: 10) {
        #expect(range == range.clamped(to: 0..<10))
      }
      _ = RetryAfter(text, now: .start)?.delay(at: .start)
      #expect(text.fieldMembers.allSatisfy { !$0.isEmpty })
    }
  }

  @Test func `no fields and no metadata trap a stored response`() {
    var random = SeededGenerator(8)
    let names = ["cache-control", "date", "expires", "age", "vary", "etag", "last-modified"]
    for _ in 0..<5000 {
      var headers = HTTPFields()
      for name in names where Bool.random(using: &random) { headers[name] = hostile(&random) }
      let stored = StoredResponse(headers: headers, length: 3, requested: .start, received: .start)
      #expect(StoredResponse(metadata: stored.metadata) == stored)
      _ = stored.isFresh(at: .distantFuture, heuristics: .tenth())
      _ = stored.allowsStaleWhileRevalidate(at: .distantPast)
      _ = stored.conditions
      var metadata = stored.metadata
      for name in metadata.keys where Bool.random(using: &random) {
        metadata[name] = hostile(&random)
      }
      _ = StoredResponse(metadata: metadata)
    }
  }

  @Test func `no response traps the freshness check`() throws {
    var random = SeededGenerator(9)
    let url = try #require(URL(string: "http://a/"))
    let headers: HTTPFields = ["etag": "\"1\"", "accept-ranges": "bytes"]
    let stored = StoredResponse(headers: headers, length: 9, requested: .start, received: .start)
    let part = try #require(PartialBody(Data(count: 5), of: stored))
    let cached = CachedResource(stored: stored, body: Data(count: 9))
    let conditional = ConditionalRequest(
      request: ResourceRequest(url),
      cached: cached,
      part: part
    )
    for _ in 0..<5000 {
      var fields = HTTPFields()
      for name in ["etag", "content-range", "content-length", "retry-after", "content-encoding"]
      where Bool.random(using: &random) { fields[name] = hostile(&random) }
      let status = [200, 206, 302, 304, 416, -1, 0, 999].randomElement(using: &random) ?? 200
      let response = ResourceResponse(status: status, headers: fields)
      _ = FetchDecision(response, to: conditional, at: .start)
      var chain = RedirectChain(ResourceRequest(url), RedirectPolicy())
      try? chain.follow(hostile(&random))
      _ = BodyReading(after: nil, headers: fields, limit: 10).expected
    }
  }
}
