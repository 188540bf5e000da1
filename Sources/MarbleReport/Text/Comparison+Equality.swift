import CustomDump

extension Comparison {
  /// True if a table can have the recorded values.
  ///
  /// No table matches a value that differs from itself, such as `Double.nan`, or from a value with
  /// the same description, such as an object that is compared by its identity.
  var canMatch: Bool {
    guard matcher.isInTable != nil else { return true }
    let unnamed = drawable.compactMap { recorded in
      if case .value(let value) = recorded.signal, recorded.name == nil { value } else { nil }
    }
    guard !unnamed.isEmpty else { return true }
    let expected = Set(self.expected.events.indices.compactMap { matcher.value($0).flatMap(dump) })
    return !unnamed.contains { value in
      differsFromItself(value) || dump(value).map(expected.contains) ?? false
    }
  }
}

private let maxParts = 1_000

/// The complete description; nil for a large value.
private func dump(_ value: Any) -> String? {
  hasParts(value, moreThan: maxParts) ? nil : String(customDumping: value)
}

/// True if a value or a part of a list is not equal to itself.
///
/// A list is equal to itself, whatever its elements are.
private func differsFromItself(_ value: Any) -> Bool {
  if equality(value, value) == false { return true }
  guard !hasParts(value, moreThan: maxParts) else { return false }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .collection, .dictionary, .optional, .set, .tuple:
    return mirror.children.contains { differsFromItself($0.value) }
  default: return false
  }
}
