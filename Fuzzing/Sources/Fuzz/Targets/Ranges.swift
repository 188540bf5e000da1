import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// A range is within its body, and a download continues only with exactly the rest.
  static let ranges = FuzzTarget(name: "ranges") { input in
    let total = input.number()
    let text = input.text
    if let range = ContentRange(text) {
      let range = planting(in: range) { range in
        if range.first == range.last { range.last = range.total }
      }
      require(0 <= range.first && range.first <= range.last, "\(text) is \(range)")
      require(range.last < range.total, "\(text) is \(range)")
      let again = ContentRange("bytes \(range.first)-\(range.last)/\(range.total)")
      require(again == range, "\(text) is \(range)")
    }
    if let range = MemoryResponse.range(text, of: total) {
      require(range.clamped(to: 0..<total) == range, "\(text) of \(total) is \(range)")
    }
    checkRest(text)
    let length: HTTPFields = ["content-length": text]
    let expected = BodyReading(after: nil, headers: length, limit: total).expected
    require(expected.map { $0 >= 0 } ?? true, "the length \(text) is \(expected ?? 0)")
  }

  private static let now = Date(timeIntervalSince1970: 0)
  private static let head: HTTPFields = ["etag": "\"1\"", "accept-ranges": "bytes"]
  private static let part = PartialBody(
    Data(count: 5),
    of: StoredResponse(headers: head, length: 9, requested: now, received: now)
  )

  private static func checkRest(_ text: String) {
    guard let part, part.isContinued(by: ["etag": "\"1\"", "content-range": text]) else { return }
    let range = ContentRange(text)
    require(range?.first == 5 && range?.last == 8 && range?.total == 9, "\(text) is the rest")
  }
}
