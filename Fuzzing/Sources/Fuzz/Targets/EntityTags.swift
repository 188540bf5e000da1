import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// A tag is written as it was read, and confirms a response only if both tags match.
  ///
  /// The first line is the stored tag, the second one that of a 304.
  static let entityTags = FuzzTarget(name: "entity-tags") { input in
    let lines = input.lines
    let (first, second) = (lines[0], lines.count > 1 ? lines[1] : lines[0])
    let tags = [first, second].map(checkTag)
    let stored = response(first)
    require(stored.isConfirmed(by: ["etag": first]), "\(first) does not confirm itself")
    if let left = tags[0], let right = tags[1] {
      let matches = left.matchesWeakly(right)
      require(matches == right.matchesWeakly(left), "\(left) and \(right) match in one order")
      require(matches || !left.matchesStrongly(right), "\(left) and \(right) match strongly only")
      require(stored.isConfirmed(by: ["etag": second]) == matches, "\(second) of \(first)")
    }
    let request = stored.conditions
    do { try request.validate() } catch { require(false, "\(request) cannot be sent: \(error)") }
  }

  private static func checkTag(_ text: String) -> EntityTag? {
    guard let tag = EntityTag(text) else { return nil }
    let written = planting(in: tag.text) { text in
      if tag.strength == .weak { text.replace("!", with: "") }
    }
    require(written.utf8.elementsEqual(text.utf8), "\(text) is \(written)")
    require(EntityTag(tag.text) == tag, "\(text) is \(tag)")
    return tag
  }

  private static func response(_ tag: String) -> StoredResponse {
    let now = Date(timeIntervalSince1970: 0)
    return StoredResponse(headers: ["etag": tag], length: 3, requested: now, received: now)
  }
}
