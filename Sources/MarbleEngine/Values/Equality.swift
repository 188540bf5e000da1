import CustomDump

/// The value that CustomDump prints in place of another.
func represented(_ value: Any) -> Any {
  var value = value
  for _ in 0..<8 {
    guard let other = value as? any CustomDumpRepresentable else { break }
    value = other.customDumpValue
  }
  return value
}

/// The result of `==`; nil for values that cannot be compared.
package func equality(_ one: Any, _ other: Any) -> Bool? {
  func compare<Value: Equatable>(_ one: Value) -> Bool { one == (other as? Value) }
  return (one as? any Equatable).map { compare($0) }
}

func isDescribedDifferently(_ one: Any, _ other: Any) -> Bool {
  guard type(of: one) == type(of: other) else { return true }
  let haveDescriptions = !containsUnprintableDate(one) && !containsUnprintableDate(other)
  return haveDescriptions
    ? String(describing: one) != String(describing: other)
    : String(customDumping: one) != String(customDumping: other)
}
