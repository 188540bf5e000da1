import CustomDump

/// Returns the description of an error if it is also an expression of Swift, else nil.
///
/// Structures and cases whose parts are texts, numbers and the like print as expressions.
func expression(_ error: any Error) -> String? {
  guard !PartCount.exceeds(maxParts, error), printsAsExpression(error) else { return nil }
  let text = oneLine(error)
  guard !text.isCut, !text.contains("(unknown context") else { return nil }
  return text.hasPrefix(".") ? "\(type(of: error))\(text)" : text
}

private let maxParts = 50

private func printsAsExpression(_ value: Any) -> Bool {
  switch value {
  case is String, is Bool, is any BinaryInteger: return true
  case let number as any BinaryFloatingPoint: return number.isFinite
  case is any CustomDumpStringConvertible, is any CustomDumpReflectable,
    is any CustomDumpRepresentable, is any CustomReflectable:
    // Lists and dictionaries reflect themselves, but print as literals.
    guard value is [Any] || value is [AnyHashable: Any] else { return false }
  default: break
  }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .struct, .enum, .optional, .tuple, .collection, .dictionary:
    return mirror.children.allSatisfy { printsAsExpression($0.value) }
  default: return false
  }
}
