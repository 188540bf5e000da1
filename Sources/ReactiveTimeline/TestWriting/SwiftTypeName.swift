import ReactiveLoadable

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
