import Foundation

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
  return ShortText.text(of: value, limit, isPart: false)
}

/// Returns the description of a value as Swift prints it, or its parts if one of them has none.
package func fullText(_ value: Any) -> String {
  containsUnprintableDate(value) ? shortText(value, limit: 1000) : String(describing: value)
}

/// Returns a text on one line, cut to a number of characters.
///
/// Signs that reorder a line are written as escapes: `\u{202E}`.
package func cutText(_ text: String, _ limit: Int) -> String {
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

  /// True if the text was cut.
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

private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }
}

/// The functions that print values as short text.
package enum ShortText {
  /// Returns a value as Swift prints it, or prints it as a part of another value.
  static func text(of value: Any, _ limit: Int, isPart: Bool) -> String {
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
  package static func ownText(of value: Any, isPart: Bool) -> String? {
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

  static func quoted(_ text: some StringProtocol, _ limit: Int) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(limit, 1) + 1)))
    return cutText(start.debugDescription, limit)
  }
}
