/// The marks for contents that do not fit into a column.
struct Legend {
  private var free: [Character]
  private var marks: [String: Character] = [:]

  /// - Parameter used: Characters that already mean something in the lanes.
  init(avoiding used: Set<Character>) {
    free = "*+%&@$=?<>:;,._ABCDEFGHIJKLMNOPQRSTUVWXYZ".filter { !used.contains($0) }.reversed()
  }

  /// The mark of `content`: the same for the same content, in all lanes.
  mutating func mark(_ content: String) -> Character {
    if let mark = marks[content] { return mark }
    // If there are more contents than marks, all the rest share the last mark.
    let mark = free.count > 1 ? free.removeLast() : free.last ?? "*"
    marks[content] = mark
    return mark
  }
}

extension String {
  /// True for a single character that takes one column of a terminal.
  var isNarrow: Bool {
    count == 1 && first?.columns == 1 && first?.isWhitespace == false
  }
}
