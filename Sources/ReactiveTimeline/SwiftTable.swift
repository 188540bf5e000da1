/// The table of a marble diagram as an expression in Swift.
struct SwiftTable {
  private var entries: [(name: String, value: String)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a value, once for each name.
  mutating func add(
    _ value: Any,
    as name: String,
    _ literal: inout SwiftLiteral
  ) throws(NoLiteral) {
    if entries.contains(where: { $0.name == name }) { return }
    entries.append((name, try literal.text(of: value)))
  }

  var text: String {
    entries.isEmpty
      ? "[:]"
      : "[\(entries.map { "\(Self.quoted($0.name)): \($0.value)" }.joined(separator: ", "))]"
  }

  /// The table with its type.
  func typed(_ type: String) -> String { "\(text) as \(type)" }

  static func quoted(_ text: String) -> String { String(reflecting: text) }
}
