import CustomDump

/// Returns the difference of two values as lines of a dump; nil if their dumps are equal.
///
/// Large values are compared by their first differing parts, because the time of CustomDump's
/// `diff` grows with the square of their size.
package func limitedDiff<Value>(_ expected: Value, _ actual: Value) -> String? {
  let limit = 400
  let isLarge = hasParts(expected, moreThan: limit) || hasParts(actual, moreThan: limit)
  guard isLarge else { return diff(expected, actual) }
  let difference = ValueDifference(expected, actual)
  let lines = difference.places.flatMap(\.lines)
  guard !lines.isEmpty else { return nil }
  return (lines + (difference.isCut ? ["…"] : [])).joined(separator: "\n")
}
