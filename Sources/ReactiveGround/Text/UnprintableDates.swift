import Foundation

/// Returns whether a value is or contains a date whose time is not a number.
///
/// On Linux the description of such a date ends the process, and so does that of a value with such
/// a part. The function looks into values, but not into objects, and at the first `parts` only.
package func containsUnprintableDate(_ value: Any, within parts: Int = .max) -> Bool {
  var rest = parts
  return containsDate(value, &rest, depth: 0)
}

private func containsDate(_ value: Any, _ rest: inout Int, depth: Int) -> Bool {
  if let date = value as? Date { return date.timeIntervalSinceReferenceDate.isNaN }
  // The mirror of an object may be code of the caller.
  if value is String || type(of: value) is AnyClass || depth > 64 { return false }
  for child in Mirror(reflecting: value).children {
    if rest == 0 { return false }
    rest -= 1
    if containsDate(child.value, &rest, depth: depth + 1) { return true }
  }
  return false
}
