import CustomDump

/// Returns a value to print, without most of its parts if it has very many.
///
/// CustomDump prints a value in full, which takes seconds for a list of a million elements.
package func trimmed(_ value: Any, to limit: Int) -> Any {
  guard hasParts(value, moreThan: limit) else { return value }
  var budget = limit
  return Trimmed.value(value, &budget)
}

/// Returns true if a value has more parts than a limit; a hundred bytes of a string are a part.
package func hasParts(_ value: Any, moreThan limit: Int) -> Bool {
  var rest = limit
  var visited: Set<ObjectIdentifier> = []
  func isExceeded(by value: Any) -> Bool {
    rest -= 1
    if let text = value as? String { rest -= text.utf8.count / 100 }
    guard rest >= 0 else { return true }
    let mirror = Mirror(dumping: value)
    if mirror.displayStyle == .class {
      guard visited.insert(ObjectIdentifier(value as AnyObject)).inserted else { return false }
    }
    guard mirror.children.count <= rest else { return true }
    return mirror.children.contains { isExceeded(by: $0.value) }
  }
  return isExceeded(by: value)
}

/// The dump of a value whose parts are omitted.
private struct Omitted: CustomDumpStringConvertible {
  let customDumpDescription = "…"
}

/// A value whose dump shows only its first parts.
private struct Trimmed: CustomDumpReflectable {
  let customDumpMirror: Mirror

  static let longestText = 400

  /// Returns a copy with at most as many parts as the budget.
  static func value(_ value: Any, _ budget: inout Int) -> Any {
    budget -= 1
    if let text = value as? String {
      return text.cut(to: longestText)
    }
    if value is any CustomDumpStringConvertible { return value }
    if let pair = value as? (key: AnyHashable, value: Any) {
      return (key: pair.key, value: self.value(pair.value, &budget))
    }
    let mirror = Mirror(dumping: value)
    // CustomDump prints a value without a style by its description.
    guard !mirror.children.isEmpty, mirror.displayStyle != nil else { return value }
    guard budget > 0 else { return Omitted() }
    var children: [Mirror.Child] = []
    for child in mirror.children {
      guard budget > 0 else { break }
      children.append((child.label, self.value(child.value, &budget)))
    }
    func copy<Value>(_ value: Value) -> Trimmed {
      Trimmed(
        customDumpMirror: Mirror(value, children: children, displayStyle: mirror.displayStyle)
      )
    }
    return copy(value)
  }
}
