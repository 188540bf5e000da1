import MarbleDiagrams

struct TextTable: Sendable {
  /// A column's heading and alignment; a string literal is a heading on the left.
  struct Column: Sendable, ExpressibleByStringLiteral {
    var heading: String
    var isTrailing = false

    init(stringLiteral heading: String) { self.heading = heading }

    static func right(_ heading: String) -> Column {
      var column = Column(stringLiteral: heading)
      column.isTrailing = true
      return column
    }
  }

  let columns: [Column]
  let rows: [[String]]
  private static let gap = "  "

  /// Creates a table; a short row is filled with empty cells.
  init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows.map { row in
      let cells = row.prefix(columns.count).map(\.withoutControls)
      return cells + Array(repeating: "", count: columns.count - cells.count)
    }
  }

  /// The lines of the table, at most `width` columns wide; nil is unlimited.
  func lines(width: Int?) -> [String] {
    let widths = widths(within: width)
    let rule = widths.map { String(repeating: "─", count: $0) }
    return [line(columns.map(\.heading), widths), line(rule, widths)]
      + rows.map { line($0, widths) }
  }

  private func widths(within limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      ([columns[index].heading] + rows.map { $0[index] }).map(\.columns).max() ?? 0
    }
    guard let limit else { return widths }
    let room = limit - Self.gap.count * (columns.count - 1)
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 3 {
      if let index = widths.firstIndex(of: widest) { widths[index] -= 1 }
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(zip(cells, columns), widths).map { cell, width in
      cell.0.cut(toColumns: width).padded(toColumns: width, trailing: cell.1.isTrailing)
    }
    let line = padded.joined(separator: Self.gap)
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text on one line, without control characters and direction overrides.
  var withoutControls: String {
    var clean = ""
    for character in self {
      if character.isNewline || character == "\t" {
        clean += " "
      } else {
        clean.unicodeScalars.append(contentsOf: character.unicodeScalars.filter { !$0.steers })
      }
    }
    return clean
  }

  func cut(toColumns limit: Int) -> String {
    guard columns > limit else { return self }
    return leading(columns: limit - 1) + "…"
  }

  func padded(toColumns width: Int, trailing: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - columns))
    return trailing ? padding + self : self + padding
  }

  /// The text over several lines, broken at spaces and inside words that are too long.
  func wrapped(toColumns limit: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ").map(String.init) {
      let extended = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
      if extended.columns <= limit {
        lines[lines.count - 1] = extended
      } else {
        if lines.last == "" { lines.removeLast() }
        lines += word.broken(toColumns: max(2, limit))
      }
    }
    return lines
  }

  private func broken(toColumns limit: Int) -> [String] {
    var (rest, pieces) = (self, [String]())
    while rest.columns > limit {
      let piece = rest.leading(columns: limit)
      pieces.append(piece)
      rest.removeFirst(piece.count)
    }
    return pieces + [rest]
  }

  private func leading(columns limit: Int) -> String {
    var used = 0
    return String(
      prefix {
        used += $0.columns
        return used <= limit
      }
    )
  }
}

extension Unicode.Scalar {
  fileprivate var steers: Bool {
    properties.generalCategory == .control || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }
}
