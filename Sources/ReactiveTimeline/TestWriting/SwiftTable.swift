import ReactiveGround

/// The table of a marble diagram as an expression in Swift.
struct SwiftTable {
  private var entries: [(name: String, value: String)] = []
  private var names: [[String]: String] = [:]
  private var counts: [String: Int] = [:]

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
    if let name = names[[letter, text]] { return name }
    let number = counts[letter, default: 0] + 1
    let name = number == 1 ? letter : "\(letter) \(number)"
    counts[letter] = number
    names[[letter, text]] = name
    entries.append((name, text))
    return name
  }

  var text: String {
    entries.isEmpty
      ? "[:]"
      : "[\(entries.map { "\($0.name.swiftLiteral): \($0.value)" }.joined(separator: ", "))]"
  }

  /// The table with its type.
  func typed(_ type: String) -> String { "\(text) as \(type)" }
}
