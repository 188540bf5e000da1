import CustomDump

/// Returns the description of an error if it is also an expression of Swift, else nil.
///
/// Structures and cases whose parts are texts, numbers and the like print as expressions.
package func expression(_ error: any Error) -> String? {
  guard !hasParts(error, moreThan: maxParts), printsAsExpression(error) else { return nil }
  let text = oneLine(error)
  guard !text.isCut, !text.contains("(unknown context") else { return nil }
  return text.hasPrefix(".") ? "\(qualifiedName(type(of: error)))\(text)" : text
}

private let maxParts = 50

/// The name with the types around it, without the module.
private func qualifiedName(_ type: Any.Type) -> String {
  let name = String(reflecting: type)
    // A local or private type has the place of its declaration among the types around it.
    .replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
  return String(name.drop { $0 != "." }.dropFirst())
}

/// True for a text without characters that a description has in another form.
///
/// CustomDump does not escape backslashes on one line.
private func printsAsLiteral(_ text: String) -> Bool {
  guard text.contains("\n") || !text.contains("\\") else { return false }
  return text.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || scalar == "\t"
      || ![.control, .lineSeparator, .paragraphSeparator]
        .contains(scalar.properties.generalCategory)
  }
}

private func printsAsExpression(_ value: Any) -> Bool {
  if let number = value as? any BinaryFloatingPoint { return number.isFinite }
  if let text = value as? String { return printsAsLiteral(text) }
  if value is Bool || value is any BinaryInteger { return true }
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
