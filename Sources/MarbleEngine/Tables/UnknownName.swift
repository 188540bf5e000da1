/// A name in a diagram that has no value in its table.
struct UnknownName {
  private let name: String
  private let column: Int
  /// The name and the names of one character that follow it immediately: `swift`.
  private let word: String

  init(_ name: String, at index: Int, in parsed: ParsedDiagram) {
    self.name = name
    column = parsed.columns[index]
    var word = ""
    for (event, column) in zip(parsed.diagram.events, parsed.columns).dropFirst(index) {
      guard case .value(let next) = event.signal, next.count == 1,
        column == parsed.columns[index] + word.count
      else { break }
      word += next
    }
    self.word = word
  }

  func error<Value>(_ table: some MarbleTable<Value>) -> MarbleDiagram.SyntaxError {
    let names = table.marbleNames
    let description = (table as? MarbleValues<Value>)?.type
    return MarbleDiagram.SyntaxError(
      column: column,
      expected: description.map(expected) ?? expected(names, isTable: table is [String: Value]),
      found: "'\(name)'",
      remedy: description.map(remedy)
        ?? remedy(names, isClosure: table is MarbleValues<Value>),
      isOfNames: true
    )
  }

  // MARK: Names that are the values

  private func expected(_ type: Any.Type) -> String {
    type == Bool.self ? "'true' or 'false'" : "a value of type \(type)"
  }

  private func remedy(_ type: Any.Type) -> String {
    guard type != Bool.self else {
      return "Write `'true'` and `'false'` in quotes, or pass a table: "
        + "`[\"t\": true, \"f\": false]`."
    }
    return
      "Write a value as its description, in quotes if it is longer than a character, or pass a "
      + "table: `[\"\(name)\": …]`."
  }

  // MARK: Names of a table

  private func expected(_ names: [String], isTable: Bool) -> String {
    let known = names.map { "'\($0)'" }.listed
    guard known.isEmpty else { return "a name that has a value (\(known))" }
    return "a name that has a value" + (isTable ? " (the table is empty)" : "")
  }

  private func remedy(_ names: [String], isClosure: Bool) -> String {
    if isClosure {
      return "The closure of `MarbleValues` returned nil. Correct the name or the closure."
    }
    if let long = names.filter({ $0.count > 1 && word.hasPrefix($0) }).max(by: {
      $0.count < $1.count
    }) {
      return "Write the name in quotes: `'\(long)'`."
    }
    if let other = names.first(where: { $0.lowercased() == name.lowercased() }) {
      return "Did you mean '\(other)'? Otherwise add '\(name)' to the table."
    }
    return "Add '\(name)' to the table, or correct the name."
  }
}

extension [String] {
  /// The first texts, and the number of the others.
  package var listed: String {
    let most = 12
    let rest = count > most ? [", and \(count - most) more"] : []
    return ([prefix(most).joined(separator: ", ")] + rest).joined()
  }
}
