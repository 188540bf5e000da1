import Foundation
import ReactiveLoadable

/// The reason why a value has no expression in Swift.
struct NoLiteral: Error, Hashable {
  let reason: String

  init(reason: String) { self.reason = reason }

  /// Creates a reason that a mapping of the type of a value removes.
  init(_ reason: String, of value: Any) {
    self.reason =
      "\(reason); pass a mapping, `SwiftExpression(of: \(type(of: value)).self) { … }`"
  }
}

/// Writes a value as an expression in Swift that creates an equal value.
///
/// Structs and enums are written by their mirrors: `Podcast(id: 1, title: "Swift")`. So the
/// memberwise initializer must be visible to the test.
struct SwiftLiteral {
  static var longest: Int { 20_000 }

  /// The mappings of the caller, which come before all other expressions.
  var expressions: [SwiftExpression] = []
  /// The values that are decoded from files.
  var fixtures = SwiftFixtures()
  /// The names of the structs that are written with their memberwise initializers.
  private(set) var memberwise: Set<String> = []

  mutating func text(of value: Any) throws(NoLiteral) -> String {
    let text = try text(of: value, depth: 0)
    // In bytes first, because counting characters takes long.
    if text.utf8.count > Self.longest, text.count > Self.longest {
      throw NoLiteral(
        reason:
          "its expression has more than \(Self.longest) characters; name its type as a fixture"
      )
    }
    return text
  }

  private mutating func text(of value: Any, depth: Int) throws(NoLiteral) -> String {
    if depth > 16 { throw NoLiteral(reason: "its values are nested more than 16 levels deep") }
    for expression in expressions {
      if let text = try expression.text(of: value) { return text }
    }
    // Before its value, which a cast of an optional finds.
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let child = mirror.children.first else { return "nil" }
      let text = try text(of: child.value, depth: depth + 1)
      // A bare `nil` would be the outer optional.
      let isNested = Mirror(reflecting: child.value).displayStyle == .optional
      return isNested && (text == "nil" || text.hasPrefix(".some(")) ? ".some(\(text))" : text
    }
    if let constant = try fixtures.constant(of: value) { return constant }
    // Copied, because the closures of the parts cannot change this value.
    var copy = self
    defer { self = copy }
    func part(_ value: Any) throws(NoLiteral) -> String {
      try copy.text(of: value, depth: depth + 1)
    }
    if let literal = value as? any SwiftLiteralConvertible { return try literal.literal(part) }
    if let text = try Self.scalar(value, part) { return text }
    if mirror.displayStyle == .struct, !mirror.children.isEmpty {
      copy.memberwise.insert(try Self.name(of: value))
    }
    return try Self.text(of: value, mirror, part)
  }

  private static func text(
    of value: Any,
    _ mirror: Mirror,
    _ part: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    switch mirror.displayStyle {
    case .tuple: return "(\(try arguments(mirror.children, part)))"
    // A mirror that a type has written shows other parts than those of its initializer.
    case .struct where !(value is any CustomReflectable):
      try checkInitializer(of: value, mirror.children)
      return "\(try name(of: value))(\(try arguments(mirror.children, part)))"
    case .enum where !(value is any CustomReflectable): return try enumCase(value, mirror, part)
    // NB: The newer styles are not available on all systems.
    default: throw NoLiteral("\(type(of: value)) has no literal", of: value)
    }
  }

  /// Throws the reason if a struct has parts that no initializer takes.
  ///
  /// Mirrors do not show which properties are private. The names of those of a system module and of
  /// a property with a wrapper do.
  private static func checkInitializer(
    of value: Any,
    _ children: Mirror.Children
  ) throws(NoLiteral) {
    let module = String(reflecting: type(of: value)).prefix { $0 != "." }
    let isGeometry = value is CGPoint || value is CGSize || value is CGRect
    if systemModules.contains(String(module)), !children.isEmpty, !isGeometry {
      throw NoLiteral("\(type(of: value)) has no literal", of: value)
    }
    if let label = children.compactMap(\.label).first(where: { "_$".contains($0.first ?? "a") }) {
      throw NoLiteral(
        "\(type(of: value)) has the property '\(label)', which its initializer does not have",
        of: value
      )
    }
  }

  private static let systemModules: Set = [
    "Swift", "_Concurrency", "Synchronization", "Dispatch", "Foundation", "FoundationEssentials",
  ]

  private static func arguments(
    _ children: Mirror.Children,
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    var arguments: [String] = []
    for child in children {
      let label = try child.label.map { (label) throws(NoLiteral) in
        label.hasPrefix(".") ? "" : "\(try SwiftLiteral.label(label)): "
      }
      arguments.append((label ?? "") + (try text(child.value)))
    }
    return arguments.joined(separator: ", ")
  }

  private static func enumCase(
    _ value: Any,
    _ mirror: Mirror,
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    let type = try name(of: value)
    if let raw = (value as? any RawRepresentable)?.anyRawValue {
      return "\(type)(rawValue: \(try text(raw)))!"
    }
    guard let child = mirror.children.first, let label = child.label else {
      return "\(type).\(try caseName(of: value))"
    }
    let payload = Mirror(reflecting: child.value)
    let arguments =
      payload.displayStyle == .tuple
      ? try arguments(payload.children, text) : try text(child.value)
    return "\(type).\(try SwiftLiteral.identifier(label))(\(arguments))"
  }

  /// Returns the name of a case without a payload, which only its standard description has.
  private static func caseName(of value: Any) throws(NoLiteral) -> String {
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      throw NoLiteral(
        "\(type(of: value)) is an enum with a description, so its cases have no visible name",
        of: value
      )
    }
    return try SwiftLiteral.identifier(String(describing: value))
  }
}

extension RawRepresentable {
  fileprivate var anyRawValue: Any { rawValue }
}
