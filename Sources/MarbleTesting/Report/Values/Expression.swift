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
  if let number = value as? any BinaryFloatingPoint { return number.isFinite }
  if value is String || value is Bool || value is any BinaryInteger { return true }
  let mirror = Mirror(reflecting: value)
  let isStandard =
    mirror.displayStyle == .optional || value is [Any] || value is [AnyHashable: Any]
  guard isStandard || !hasOtherDescription(value) else { return false }
  switch mirror.displayStyle {
  case .struct, .enum, .optional, .tuple, .collection, .dictionary:
    return mirror.children.allSatisfy { printsAsExpression($0.value) }
  default: return false
  }
}

/// True if the type chooses the parts or the text that are printed.
private func hasOtherDescription(_ value: Any) -> Bool {
  value is any CustomReflectable || value is any CustomDumpReflectable
    || value is any CustomDumpRepresentable || value is any CustomDumpStringConvertible
}
