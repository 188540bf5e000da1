import Foundation
import ReactiveLoadable

/// The reason why a value has no expression in Swift.
struct NoLiteral: Error, Hashable {
  let reason: String
}

/// Writes a value as an expression in Swift that creates an equal value.
///
/// Structs and enums are written by their mirrors: `Podcast(id: 1, title: "Swift")`. So the
/// memberwise initializer must be visible to the test.
enum SwiftLiteral {
  /// The largest length of an expression, in characters.
  static var longest: Int { 20_000 }

  static func text(of value: Any) throws(NoLiteral) -> String {
    let text = try text(of: value, depth: 0)
    if text.count > longest {
      throw NoLiteral(reason: "its expression has more than \(longest) characters")
    }
    return text
  }

  private static func text(of value: Any, depth: Int) throws(NoLiteral) -> String {
    if depth > 16 { throw NoLiteral(reason: "its values are nested more than 16 levels deep") }
    if let literal = value as? any SwiftLiteralConvertible {
      return try literal.literal { (value) throws(NoLiteral) in
        try text(of: value, depth: depth + 1)
      }
    }
    let mirror = Mirror(reflecting: value)
    let items = { (child: Mirror.Child) throws(NoLiteral) in
      try text(of: child.value, depth: depth + 1)
    }
    switch mirror.displayStyle {
    case .optional: return try mirror.children.first.map(items) ?? "nil"
    case .collection, .set: return "[\(try list(mirror.children, items))]"
    case .dictionary: return try dictionary(mirror.children, depth)
    case .tuple: return "(\(try list(mirror.children, items)))"
    case .struct: return "\(try name(of: value))(\(try arguments(mirror.children, items)))"
    case .enum: return try enumCase(value, mirror, depth)
    // NB: The newer styles are not available on all systems.
    default: throw NoLiteral(reason: "\(type(of: value)) has no literal")
    }
  }

  private static func list(
    _ children: Mirror.Children,
    _ text: (Mirror.Child) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    var texts: [String] = []
    var length = 0
    for child in children {
      texts.append(try text(child))
      length += texts.last?.count ?? 0
      if length > longest { break }
    }
    return texts.joined(separator: ", ")
  }

  private static func arguments(
    _ children: Mirror.Children,
    _ text: (Mirror.Child) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    try list(children) { (child) throws(NoLiteral) in
      let value = try text(child)
      guard let label = child.label, !label.hasPrefix("."), !label.hasPrefix("_") else {
        return value
      }
      return "\(label): \(value)"
    }
  }

  private static func dictionary(
    _ children: Mirror.Children,
    _ depth: Int
  ) throws(NoLiteral) -> String {
    var entries: [String] = []
    for child in children {
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else { throw NoLiteral(reason: "its entries are no pairs") }
      let key = try text(of: pair[0].value, depth: depth + 1)
      entries.append("\(key): \(try text(of: pair[1].value, depth: depth + 1))")
    }
    return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
  }

  private static func enumCase(
    _ value: Any,
    _ mirror: Mirror,
    _ depth: Int
  ) throws(NoLiteral) -> String {
    let type = try name(of: value)
    if let raw = (value as? any RawRepresentable)?.anyRawValue {
      return "\(type)(rawValue: \(try text(of: raw, depth: depth + 1)))!"
    }
    guard let child = mirror.children.first, let label = child.label else {
      return "\(type).\(try caseName(of: value))"
    }
    let payload = Mirror(reflecting: child.value)
    let arguments =
      payload.displayStyle == .tuple
      ? try arguments(payload.children) { (child) throws(NoLiteral) in
        try text(of: child.value, depth: depth + 1)
      }
      : try text(of: child.value, depth: depth + 1)
    return "\(type).\(label)(\(arguments))"
  }

  /// Returns the name of a case without a payload, which only its standard description has.
  private static func caseName(of value: Any) throws(NoLiteral) -> String {
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      throw NoLiteral(
        reason:
          "\(type(of: value)) is an enum with a description, so its cases have no visible name"
      )
    }
    return String(describing: value)
  }

  /// Returns the qualified name of the type, unless it is local to a function.
  static func name(of value: Any) throws(NoLiteral) -> String { try name(of: type(of: value)) }

  static func name(of type: Any.Type) throws(NoLiteral) -> String {
    let name = String(reflecting: type)
    if name.contains("(unknown context") {
      throw NoLiteral(reason: "\(type) is private or local to a function")
    }
    // The modules that LoadableTesting exports, and the standard library.
    return name.replacing(/\b(Swift|Reactive(Relays|Loading|Paging|Caching))\./, with: "")
  }
}

extension RawRepresentable {
  fileprivate var anyRawValue: Any { rawValue }
}
