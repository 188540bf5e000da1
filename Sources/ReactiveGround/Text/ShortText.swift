import Foundation

/// Returns a value as text on one line, cut to a number of characters.
///
/// Small values print as Swift prints them, without the names of modules. A collection of more than
/// ten elements prints its first three and their count: `[1, 2, 3, … 1000 elements]`. A cut text
/// ends with `…`. The time does not depend on the size of the value, unless its own `description`
/// takes time. It runs code of the caller, so no lock may be held. A quoted string differs from a
/// number: `"1"`.
package func shortText(_ value: Any, limit: Int = 200, isQuoted: Bool = false) -> String {
  // NB: A cast of an optional unwraps it.
  if !isQuoted, !(value is any AnyOptional), let text = value as? any StringProtocol {
    return cutText(String(text), limit)
  }
  return text(of: value, limit, isPart: false)
}

/// Returns the description of a value as Swift prints it, or its parts if one of them has none.
package func fullText(_ value: Any) -> String {
  containsUnprintableDate(value) ? shortText(value, limit: 1000) : String(describing: value)
}

/// Returns a text on one line, cut to a number of characters.
///
/// Signs that reorder a line are written as escapes: `\u{202E}`.
package func cutText(_ text: String, _ limit: Int) -> String {
  // NB: Most names are such texts, and each line of a logger has one.
  if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
  var line = String.UnicodeScalarView()
  for scalar in text.cut(to: limit).unicodeScalars {
    line.append(scalar.breaksLine ? " " : scalar)
  }
  // An escape is longer than its sign.
  return String(line).inVisibleOrder.cut(to: limit)
}

extension String {
  /// Returns the text, or if it is longer than a number of characters its start with `…`.
  // NB: One character can have any number of scalars, so the scalars are counted.
  package func cut(to limit: Int) -> String {
    let limit = max(limit, 1)
    let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex)
    guard let end, end < endIndex else { return self }
    return "\(String(unicodeScalars[..<unicodeScalars.index(before: end)]))…"
  }

  package var isCut: Bool { hasSuffix("…") }
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

/// A collection whose description is short, and prints instead of its elements.
package protocol ShortlyDescribed {}

/// An optional value without its type.
package protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  package var wrapped: Any? { self }
}

/// Returns a value as Swift prints it, or prints it as a part of another value.
private func text(of value: Any, _ limit: Int, isPart: Bool) -> String {
  guard limit > 1 else { return "…" }
  if let optional = value as? any AnyOptional {
    guard let wrapped = optional.wrapped else { return cutText("nil", limit) }
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
package func ownText(of value: Any, isPart: Bool) -> String? {
  if !(value is any ShortlyDescribed), containsUnprintableDate(value, within: 1000) {
    return value is Date ? "Date(nan)" : nil
  }
  // NB: Tested on the type, because a cast of an error may bridge it to an NSError.
  let type = type(of: value)
  let described =
    type is any CustomStringConvertible.Type ? value as? any CustomStringConvertible : nil
  let debugged =
    type is any CustomDebugStringConvertible.Type
    ? value as? any CustomDebugStringConvertible : nil
  return isPart
    ? debugged?.debugDescription ?? described?.description
    : described?.description ?? debugged?.debugDescription
}

private func quoted(_ text: some StringProtocol, _ limit: Int) -> String {
  let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(limit, 1) + 1)))
  return cutText(start.debugDescription, limit)
}

// MARK: Parts

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

private func list(_ children: Mirror.Children, _ limit: Int) -> String {
  var line = ""
  for child in children.prefix(max(limit, 0)) {
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
private let countedElements = 1000

/// Returns all elements of a short collection, and the first ones and the count of a long one.
private func text(
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
private func count(
  of collection: some Collection,
  _ style: Mirror.DisplayStyle
) -> (Int, isAll: Bool) {
  if style != .collection || collection is any RandomAccessCollection {
    return (collection.count, true)
  }
  let start = collection.prefix(countedElements).count
  return (start, collection.dropFirst(start).isEmpty)
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
  package var isOfElements: Bool {
    switch self {
    case .collection, .set, .dictionary: true
    default: false
    }
  }
}
