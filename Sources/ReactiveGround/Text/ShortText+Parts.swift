// The parts of values without a description, and the elements of collections.

extension ShortText {
  /// Returns the parts of a value without a description, by its mirror.
  static func text(of mirror: Mirror, of value: Any, _ limit: Int) -> String {
    switch mirror.displayStyle {
    case .struct:
      let name = cutText("\(type(of: value))", limit)
      return enclosed("\(name)(", list(mirror.children, limit - name.count - 2), ")", limit)
    case .tuple: return enclosed("(", list(mirror.children, limit - 2), ")", limit)
    case .enum:
      guard let payload = mirror.children.first else { return cutText("\(value)", limit) }
      let name = payload.label ?? "\(type(of: value))"
      let rest = limit - name.count - 2
      if Mirror(reflecting: payload.value).displayStyle == .tuple {
        return cutText("\(name)\(text(of: payload.value, rest + 2, isPart: true))", limit)
      }
      return enclosed("\(name)(", text(of: payload.value, rest, isPart: true), ")", limit)
    default: return cutText("\(type(of: value))", limit)
    }
  }

  /// Returns the parts with their labels.
  static func list(_ children: Mirror.Children, _ limit: Int) -> String {
    var line = ""
    for child in children.prefix(max(limit, 0)) {
      guard line.count < limit else { break }
      if !line.isEmpty { line += ", " }
      if let label = child.label, !label.hasPrefix(".") { line += "\(label): " }
      line += text(of: child.value, limit - line.count, isPart: true)
    }
    return cutText(line, limit)
  }

  static func enclosed(_ start: String, _ parts: String, _ end: String, _ limit: Int) -> String {
    cutText(start + parts + end, limit)
  }
}

// MARK: Collections

extension ShortText {
  private static let longestList = 10
  private static let shownElements = 3
  private static let countedElements = 1000

  /// Returns all elements of a short collection, and the first ones and the count of a long one.
  static func text(
    of collection: some Collection,
    _ style: Mirror.DisplayStyle,
    _ limit: Int
  ) -> String {
    let (count, isAll) = count(of: collection, style)
    guard count > 0 else { return cutText(style == .dictionary ? "[:]" : "[]", limit) }
    if count <= longestList {
      let line = elements(collection.prefix(count), limit - 2, each: limit)
      if line.count < limit - 2 || !line.hasSuffix("…") { return "[\(line)]" }
    }
    let noun = count == 1 ? "element" : "elements"
    let end = "… \(isAll ? "" : "more than ")\(count) \(noun)]"
    let rest = limit - end.count - 3
    guard rest > shownElements else { return cutText("[\(end)", limit) }
    let line = elements(collection.prefix(shownElements), rest, each: rest / shownElements - 2)
    return "[\(line), \(end)"
  }

  /// Returns the number of elements, or whether it counted only the first thousand.
  ///
  /// A collection of the caller may have to iterate its elements to count them.
  private static func count(
    of collection: some Collection,
    _ style: Mirror.DisplayStyle
  ) -> (Int, isAll: Bool) {
    if style != .collection || collection is any RandomAccessCollection {
      return (collection.count, true)
    }
    let start = collection.prefix(countedElements).count
    return (start, collection.dropFirst(start).isEmpty)
  }

  static func elements(_ values: some Sequence, _ limit: Int, each: Int) -> String {
    var line = ""
    for value in values {
      guard line.count < limit else { break }
      if !line.isEmpty { line += ", " }
      let rest = min(each, limit - line.count)
      if let entry = value as? (key: AnyHashable, value: Any) {
        let key = text(of: entry.key.base, rest, isPart: true)
        line += "\(key): \(text(of: entry.value, rest - key.count - 2, isPart: true))"
      } else {
        line += text(of: value, rest, isPart: true)
      }
    }
    return cutText(line, limit)
  }
}

extension Mirror.DisplayStyle {
  var isOfElements: Bool {
    switch self {
    case .collection, .set, .dictionary: true
    default: false
    }
  }
}
