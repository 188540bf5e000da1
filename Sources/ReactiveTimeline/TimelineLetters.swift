/// The letters of meanings: one letter for each meaning, and never two meanings for one letter.
///
/// A meaning gets the first free letter of its letters, then a free letter of the alphabet.
/// Later meanings have a quoted number.
struct TimelineLetters {
  private(set) var meanings: [TimelineMeaning] = []
  private var names: [TimelineMeaning: String] = [:]
  private var used: Set<String> = []
  private var rest = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")[...]

  /// Returns the name of a meaning in diagrams.
  mutating func name(of meaning: TimelineMeaning) -> String {
    if let name = names[meaning] { return name }
    let name = freeName(for: meaning)
    names[meaning] = name
    used.insert(name)
    meanings.append(meaning)
    return name
  }

  private mutating func freeName(for meaning: TimelineMeaning) -> String {
    if let letter = meaning.letters.first(where: { !used.contains(String($0)) }) {
      return String(letter)
    }
    while let letter = rest.popFirst() {
      if !used.contains(String(letter)) { return String(letter) }
    }
    return String(meanings.count + 1)
  }

  /// The legend, at most a number of columns wide.
  func legend(columns: Int) -> [String] {
    var lines: [String] = []
    for meaning in meanings {
      let entry = "\(names[meaning] ?? "") \(meaning.text)"
      if let line = lines.last, line.count + 3 + entry.count <= columns {
        lines[lines.count - 1] += " · " + entry
      } else {
        lines.append(entry)
      }
    }
    return lines
  }
}
