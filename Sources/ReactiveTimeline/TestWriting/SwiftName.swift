import ReactiveGround
import ReactiveLoadable

// Names of types, cases and labels as Swift code.

extension SwiftLiteral {
  /// The words that need backticks as the name of a declaration, or after a period.
  static let keywords: Set<String> = Set(
    """
    Any Protocol Self Type as associatedtype break case catch class continue default defer deinit do
    else enum extension fallthrough false fileprivate for func guard if import in init inout internal
    is let nil operator precedencegroup private protocol public repeat rethrows return self static
    struct subscript super switch throw throws true try typealias var where while _
    """
    .split(whereSeparator: \.isWhitespace).map(String.init)
  )

  /// Returns the name of a declaration, in backticks if it needs them.
  static func identifier(_ name: String) throws(NoLiteral) -> String {
    // The runtime prints the spaces of names as U+00A0.
    let name = name.replacing("\u{A0}", with: " ")
    if name.hasPrefix("`") { return name }
    if isPlain(name) { return keywords.contains(name) ? "`\(name)`" : name }
    guard !name.contains(where: { $0 == "`" || $0 == "\\" }), !name.hasPrefix("$"),
      !name.unicodeScalars.contains(where: \.isHidden)
    else { throw NoLiteral(reason: "'\(name)' is no name in Swift") }
    return "`\(name)`"
  }

  /// Returns the label of an argument, which is a keyword without backticks except for three.
  static func label(_ name: String) throws(NoLiteral) -> String {
    isPlain(name) && !["inout", "let", "var"].contains(name) ? name : try identifier(name)
  }

  /// Returns whether a name is made of letters, digits and underscores, and starts with no digit.
  static func isPlain(_ name: String) -> Bool {
    name.first?.isNumber == false && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }

  /// Returns the name of a type without modules.
  ///
  /// An app often has a type of the name of its module, which hides the module.
  static func withoutModules(_ name: String) throws(NoLiteral) -> String {
    // The runtime prints the spaces of names as U+00A0.
    var rest = name.replacing(/\(extension in [^)]*\):/, with: "")
      .replacing("\u{A0}", with: " ")[...]
    var text = ""
    while let character = rest.first {
      guard let first = component(of: rest) else {
        guard !"`\\=".contains(character) else {
          throw NoLiteral(reason: "the type \(name) has no name in Swift")
        }
        text.append(rest.removeFirst())
        continue
      }
      var path = [first]
      rest = rest[first.endIndex...]
      while rest.first == ".", let next = component(of: rest.dropFirst()) {
        path.append(next)
        rest = rest[next.endIndex...]
      }
      text += try code(of: path.map(String.init), isMember: text.last == ".")
    }
    return text
  }

  private static func code(of path: [String], isMember: Bool) throws(NoLiteral) -> String {
    // All recorded values are sendable; the type `any Sendable` prints as `Any`.
    if path == ["Any"] { return "any Sendable" }
    if path.count == 1, !isMember { return path[0] }
    let names = isMember ? path[...] : path.dropFirst()
    var escaped: [String] = []
    for name in names { escaped.append(try identifier(name)) }
    return escaped.joined(separator: ".")
  }

  /// Returns the identifier at the start of a text.
  private static func component(of text: Substring) -> Substring? {
    guard let first = text.first else { return nil }
    if first == "`" {
      guard let end = text.dropFirst().firstIndex(of: "`") else { return nil }
      return text[...end]
    }
    let name = text.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return name.isEmpty ? nil : name
  }
}

/// A generic type whose arguments are known, because the names of their types lack `any`.
private protocol KnownArguments {
  static var arguments: [any Any.Type] { get }
}

extension Array: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Element.self] }
}

extension Set: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Element.self] }
}

extension Optional: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Wrapped.self] }
}

extension Dictionary: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Key.self, Value.self] }
}

extension KeyValuePairs: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Key.self, Value.self] }
}

extension Result: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Success.self, Failure.self] }
}

extension Loadable: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Value.self, Failure.self] }
}

extension Page: KnownArguments {
  fileprivate static var arguments: [any Any.Type] { [Cursor.self, Item.self] }
}

extension SwiftLiteral {
  static func name(of value: Any) throws(NoLiteral) -> String { try name(of: type(of: value)) }

  /// Returns the name of the type without its module, unless it is local to a function.
  ///
  /// The type of any value of a protocol has `any`, also in collections, optionals and states.
  static func name(of type: Any.Type) throws(NoLiteral) -> String {
    let name = String(reflecting: type)
    if name.contains("(unknown context") {
      throw NoLiteral(
        reason: "\(type) is private or local to a function; declare it where the test can name it"
      )
    }
    if let generic = type as? any KnownArguments.Type {
      var arguments: [String] = []
      for argument in generic.arguments { arguments.append(try self.name(of: argument)) }
      let base = try SwiftLiteral.withoutModules(String(name.prefix { $0 != "<" }))
      return "\(base)<\(arguments.joined(separator: ", "))>"
    }
    let withoutModules = try SwiftLiteral.withoutModules(name)
    let isOfProtocol = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
    return isOfProtocol && !withoutModules.hasPrefix("any ") && !name.hasSuffix(".Type")
      ? "any \(withoutModules)" : withoutModules
  }
}
