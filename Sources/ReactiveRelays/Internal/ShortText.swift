/// Returns a value as text on one line, cut to a number of characters.
///
/// Small values print as Swift prints them, without the names of modules. A collection of more than
/// ten elements prints its first three and their count: `[1, 2, 3, … 1000 elements]`. A cut text
/// ends with `…`. The time does not depend on the size of the value, unless its own `description`
/// takes time. It runs code of the caller, so no lock may be held.
///
/// - Parameters:
///   - value: The value.
///   - limit: The largest number of characters; 200 by default.
///   - isQuoted: True if a string prints in quotes, so that `"1"` differs from a number.
/// - Returns: The text.
package func shortText(_ value: Any, limit: Int = 200, isQuoted: Bool = false) -> String {
  // NB: A cast of an optional unwraps it.
  if !isQuoted, !(value is any AnyOptional), let text = value as? any StringProtocol {
    return cutText(String(text), limit)
  }
  return text(of: value, limit, isPart: false)
}

/// Returns a text on one line, cut to a number of characters.
package func cutText(_ text: String, _ limit: Int) -> String {
  let limit = max(limit, 1)
  // NB: One character can have any number of scalars, so the scalars are counted.
  let scalars = text.unicodeScalars
  let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
  let isCut = end.map { $0 < scalars.endIndex } ?? false
  var line = String.UnicodeScalarView()
  for scalar in scalars.prefix(isCut ? limit - 1 : limit) {
    line.append(scalar.breaksLine ? " " : scalar)
  }
  return isCut ? "\(line)…" : String(line)
}

extension Unicode.Scalar {
  /// True for line breaks and for control characters, which a terminal may execute.
  fileprivate var breaksLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// A value with a short description of its own, although it is a collection.
package protocol ShortlyDescribed {}

private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }
}

private func quoted(_ text: some StringProtocol, _ limit: Int) -> String {
  let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(limit, 1) + 1)))
  return cutText(start.debugDescription, limit)
}

/// Returns a value as Swift prints it, or prints it as a part of another value.
private func text(of value: Any, _ limit: Int, isPart: Bool) -> String {
  guard limit > 1 else { return "…" }
  if let optional = value as? any AnyOptional {
    guard let wrapped = optional.wrapped else { return "nil" }
    return enclosed("Optional(", text(of: wrapped, limit - 10, isPart: true), ")", limit)
  }
  if let string = value as? any StringProtocol { return quoted(string, limit) }
  if let collection = value as? any Collection, !(value is any ShortlyDescribed),
    let style = Mirror(reflecting: value).displayStyle, style.isOfElements
  {
    return text(of: collection, style, limit)
  }
  return ownText(of: value, isPart: isPart).map { cutText($0, limit) }
    ?? text(of: Mirror(reflecting: value), of: value, limit)
}

/// Returns the description that a type has itself.
private func ownText(of value: Any, isPart: Bool) -> String? {
  let (described, debugged) = (
    value as? any CustomStringConvertible, value as? any CustomDebugStringConvertible
  )
  return isPart
    ? debugged?.debugDescription ?? described?.description
    : described?.description ?? debugged?.debugDescription
}

/// Returns the parts of a value without a description, by its mirror.
private func text(of mirror: Mirror, of value: Any, _ limit: Int) -> String {
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
private func list(_ children: Mirror.Children, _ limit: Int) -> String {
  var line = ""
  for child in children {
    guard line.count < limit else { break }
    if !line.isEmpty { line += ", " }
    if let label = child.label, !label.hasPrefix(".") { line += "\(label): " }
    line += text(of: child.value, limit - line.count, isPart: true)
  }
  return cutText(line, limit)
}

private func enclosed(_ start: String, _ parts: String, _ end: String, _ limit: Int) -> String {
  cutText(start + parts + end, limit)
}

// MARK: Collections

private let longestList = 10
private let shownElements = 3

/// Returns all elements of a short collection, and the first ones and the count of a long one.
private func text(
  of collection: some Collection,
  _ style: Mirror.DisplayStyle,
  _ limit: Int
) -> String {
  let count = collection.count
  guard count > 0 else { return style == .dictionary ? "[:]" : "[]" }
  if count <= longestList {
    let line = elements(collection.prefix(count), limit - 2, each: limit)
    if line.count < limit - 2 || !line.hasSuffix("…") { return "[\(line)]" }
  }
  let end = "… \(count) \(count == 1 ? "element" : "elements")]"
  let rest = limit - end.count - 3
  guard rest > shownElements else { return cutText("[\(end)", limit) }
  let line = elements(collection.prefix(shownElements), rest, each: rest / shownElements - 2)
  return "[\(line), \(end)"
}

private func elements(_ values: some Sequence, _ limit: Int, each: Int) -> String {
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

extension Mirror.DisplayStyle {
  fileprivate var isOfElements: Bool {
    switch self {
    case .collection, .set, .dictionary: true
    default: false
    }
  }
}
