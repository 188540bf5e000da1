import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// The metadata of a response is read to an equal response, and its times stay in bounds.
  ///
  /// Each line is a field such as `age:7`; one that starts with `http.` is an entry of metadata.
  static let responses = FuzzTarget(name: "responses") { input in
    let date = Date(timeIntervalSince1970: Double(input.number() - 128) * 10_000_000)
    let status = input.choice(of: [200, 206, 302, 304, 416, 503, 0, -1])
    let lines = input.lines
    let entries = lines.filter { $0.hasPrefix("http.") }
    let fields = FuzzTarget.fields(lines.filter { !$0.hasPrefix("http.") })
    let stored = StoredResponse(headers: fields, length: 3, requested: now, received: now)
    check(stored, at: date)
    var metadata = stored.metadata
    for (name, value) in FuzzTarget.fields(entries) { metadata[name] = value }
    if let foreign = StoredResponse(metadata: metadata) { check(foreign, at: date) }
    let refreshed = stored.refreshed(by: fields, requested: date, received: date)
    check(refreshed, at: date)
    checkDecision(ResourceResponse(status: status, headers: fields), stored)
  }

  private static let now = Date(timeIntervalSince1970: 784_111_777)

  private static func check(_ stored: StoredResponse, at date: Date) {
    let metadata = planting(in: stored.metadata) { metadata in
      if metadata["http.field.age"]?.hasPrefix("9") == true { metadata["http.field.age"] = nil }
    }
    require(StoredResponse(metadata: metadata) == stored, "\(stored) is read as another")
    for date in [date, .distantPast, .distantFuture] {
      _ = stored.allowsStaleWhileRevalidate(at: date, heuristics: .tenth())
      _ = stored.allowsStaleIfError(at: date)
      let age = stored.aged(at: date)["age"].flatMap { Int($0) } ?? -1
      require((0...Int.deltaSecondsLimit).contains(age), "the age is \(age)")
      let fresh = stored.freshSeconds(at: date, .tenth())
      require(fresh >= 0 && fresh.isFinite, "\(fresh) fresh seconds of \(stored)")
      if stored.cacheControl.noCache {
        require(!stored.isFresh(at: date, heuristics: .tenth()), "no-cache of \(stored) is fresh")
      }
    }
    do { try stored.conditions.validate() } catch { require(false, "\(stored.conditions)") }
  }

  private static func checkDecision(_ response: ResourceResponse, _ stored: StoredResponse) {
    guard let url = URL(string: "https://a.test/") else { return }
    let conditional = ConditionalRequest(
      request: ResourceRequest(url),
      cached: CachedResource(stored: stored, body: Data(count: 3)),
      part: PartialBody(Data(count: 2), of: stored)
    )
    _ = FetchDecision(response, to: conditional, at: now)
  }
}
