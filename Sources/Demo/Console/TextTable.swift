/// Rows of text under headings, aligned by the columns that characters take on a terminal.
struct TextTable: Sendable {
  /// A column's heading and the side its cells keep to.
  struct Column: Sendable {
    var heading: String
    var isTrailing = false

    init(_ heading: String, isTrailing: Bool = false) {
      self.heading = heading
      self.isTrailing = isTrailing
    }
  }

  let columns: [Column]
  let rows: [[String]]

  private static let gap = "  "

  /// Makes a table; a row that is short has empty cells at its end.
  init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows.map { row in
      let cells = row.prefix(columns.count).map(\.withoutControls)
      return cells + Array(repeating: "", count: columns.count - cells.count)
    }
  }

  /// The lines of the table, at most so many columns wide; nil is as wide as the cells need.
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
