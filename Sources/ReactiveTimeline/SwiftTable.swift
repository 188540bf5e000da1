/// The table of a marble diagram as an expression in Swift.
struct SwiftTable {
  private var entries: [(name: String, value: String)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a value, once for each expression, and returns its name in the diagram.
  ///
  /// Values that print the same share a letter, so those with another expression get a number:
  /// `'a 2'`.
  mutating func add(
    _ value: Any,
    as letter: String,
    _ literal: inout SwiftLiteral
  ) throws(NoLiteral) -> String {
    let text = try literal.text(of: value)
    var (name, number) = (letter, 1)
    while let entry = entries.first(where: { $0.name == name }) {
      if entry.value == text { return name }
      number += 1
      name = "\(letter) \(number)"
    }
    entries.append((name, text))
    return name
  }

  var text: String {
    entries.isEmpty
      ? "[:]"
      : "[\(entries.map { "\(Self.quoted($0.name)): \($0.value)" }.joined(separator: ", "))]"
  }

  /// The table with its type.
  func typed(_ type: String) -> String { "\(text) as \(type)" }

  /// The text as a literal; an apostrophe, which names in diagrams have, needs no escape.
  static func quoted(_ text: String) -> String {
    String(reflecting: text).replacing(#"\'"#, with: "'")
  }
}
