extension MarbleTable {
  /// The error of a name in a diagram that has no value in the table.
  func unknownName(
    _ name: String,
    at index: Int,
    in parsed: ParsedDiagram
  ) -> MarbleDiagram.SyntaxError {
    let type = (self as? MarbleValues<Value>)?.type
    return MarbleDiagram.SyntaxError(
      column: parsed.columns[index],
      expected: type.map(expectedValue) ?? expectedName,
      found: "'\(name)'",
      remedy: type.map { remedy(of: name, $0) } ?? remedy(of: name, in: parsed.word(at: index)),
      isOfNames: true
    )
  }

  // MARK: Names that are the values

  private func expectedValue(_ type: Any.Type) -> String {
    type == Bool.self ? "'true' or 'false'" : "a value of type \(type)"
  }

  private func remedy(of name: String, _ type: Any.Type) -> String {
    guard type != Bool.self else {
      return "Write `'true'` and `'false'` in quotes, or pass a table: "
        + "`[\"t\": true, \"f\": false]`."
    }
    return
      "Write a value as its description, in quotes if it is longer than a character, or pass a "
      + "table: `[\"\(name)\": …]`."
  }

  // MARK: Names of a table

  private var expectedName: String {
    let known = marbleNames.map { "'\($0)'" }.listed
    guard known.isEmpty else { return "a name that has a value (\(known))" }
    return "a name that has a value" + (self is [String: Value] ? " (the table is empty)" : "")
  }

  private func remedy(of name: String, in word: String) -> String {
    if self is MarbleValues<Value> {
      return "The closure of `MarbleValues` returned nil. Correct the name or the closure."
    }
    let names = marbleNames
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

extension ParsedDiagram {
  /// The name of an event and the names of one character that follow it immediately: `swift`.
  fileprivate func word(at index: Int) -> String {
    var word = ""
    for (event, column) in zip(diagram.events, columns).dropFirst(index) {
      guard case .value(let next) = event.signal, next.count == 1,
        column == columns[index] + word.count
      else { break }
      word += next
    }
    return word
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
