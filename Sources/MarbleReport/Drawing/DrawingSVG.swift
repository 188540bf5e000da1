/// A drawing of lanes as a self-contained SVG image, in light and dark colors.
///
/// Widths are counted in the columns of a fixed-width font.
struct DrawingSVG {
  private let rows: [Drawing.Row]
  private let columns: Columns
  private let marked: Set<Int>
  let name: String
  private let title: String

  private let cell = 18
  private let rowHeight = 30
  /// The width of a character of the labels.
  private let letter = 8
  private let margin = 16

  /// - Parameters:
  ///   - drawing: The lanes, with the columns that differ.
  ///   - name: The name of the stream, which becomes the name of the file.
  ///   - title: The first line of the failure.
  init(_ drawing: Drawing, name: String, title: String) {
    rows = drawing.rows
    columns = drawing.columns
    marked = drawing.marked
    self.name = name
    self.title = title
  }

  /// The name of the file: letters, digits and dots of the stream's name.
  var fileName: String {
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
    let text = words.joined(separator: "-").prefix(60)
    return "\(text.isEmpty ? "stream" : text).svg"
  }

  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" \
    width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
    <title id="title">\(title.escapedForXML)</title>
    <desc id="description">\(description.escapedForXML)</desc>
    <style>\(DrawingSVG.style)</style>
    <rect class="page" width="100%" height="100%"/>
    \(label(title, at: margin, margin + 14, "title"))
    \(([bands, ruler] + rows.indices.map(lane) + [notes]).joined(separator: "\n"))
    </svg>

    """
  }

  /// The lanes as text, for screen readers.
  private var description: String {
    let lanes = rows.map { row in
      ([row.label + ": " + String(row.cells).trimmingEnd()] + row.notes).joined(separator: ", ")
    }
    return "A marble diagram in frames. " + lanes.joined(separator: ". ") + "."
  }
}

extension DrawingSVG {
  /// The drawing as a file.
  var image: RunImage { RunImage(fileName: fileName) { text } }

  private var labelWidth: Int {
    (rows.map(\.label.columns).max() ?? 0) * letter + 2 * margin
  }

  private var noteWidth: Int {
    (rows.map { $0.notes.joined(separator: ", ").columns }.max() ?? 0) * letter
  }

  private var width: Int {
    let lanes = x(columns.frames.count) + 2 * margin + noteWidth
    return max(lanes, title.columns * letter + 2 * margin)
  }

  private var height: Int { y(rows.count) + margin + (columns.note == nil ? 0 : margin) }

  /// The left edge of a column.
  private func x(_ column: Int) -> Int { labelWidth + column * cell }

  /// The middle of a column.
  private func center(_ column: Int) -> Int { x(column) + cell / 2 }

  /// The middle of a row.
  private func y(_ row: Int) -> Int { 84 + row * rowHeight }

  /// The columns that differ, behind the lanes, with a caret below.
  private var bands: String {
    marked.sorted().map { column in
      let bottom = y(rows.count) - rowHeight / 2
      let caret = "M\(center(column)) \(bottom + 4) l6 9 h-12 z"
      return """
        <rect class="band" x="\(x(column))" y="62" width="\(cell)" height="\(bottom - 62)"/>
        <path class="caret" d="\(caret)"/>
        """
    }
    .joined(separator: "\n")
  }

  private var ruler: String {
    var texts = [label(columns.unit, at: margin, 56, "dim")]
    let characters = Array(columns.ruler)
    for (column, character) in characters.enumerated()
    where character != " " && (column == 0 || characters[column - 1] == " ") {
      let text = String(characters[column...].prefix { $0 != " " })
      texts.append(label(text, at: center(column), 56, "dim middle"))
    }
    return texts.joined(separator: "\n")
  }

  private func lane(_ index: Int) -> String {
    let row = rows[index]
    let kind =
      row.label.hasPrefix("expected")
      ? "expected" : row.label.hasPrefix("actual") ? "actual" : "input"
    let signals = row.cells.enumerated().map { column, character in
      signal(character, column, y(index), marked.contains(column) ? "\(kind) differs" : kind)
    }
    let parts =
      [label(row.label, at: margin, y(index) + 5, "label"), line(row, y(index))] + signals
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The line of a lane, dotted where an idle time is omitted.
  private func line(_ row: Drawing.Row, _ y: Int) -> String {
    let drawn = row.cells.indices.filter { row.cells[$0] != " " }
    guard let first = drawn.first, let last = drawn.last else { return "" }
    let gaps = drawn.filter { row.cells[$0] == "~" }.map { column in
      "<path class=\"gap\" d=\"M\(x(column)) \(y) h\(cell)\"/>"
    }
    let isOpen = !"|#!".contains(row.cells[last])
    let end = isOpen ? x(last) + cell : center(last)
    let start = row.cells[first] == "^" ? center(first) : x(first)
    return (["<path class=\"line\" d=\"M\(start) \(y) H\(end)\"/>"] + gaps).joined(separator: "\n")
  }

  private func signal(_ character: Character, _ column: Int, _ y: Int, _ style: String) -> String {
    let x = center(column)
    switch character {
    case "-", " ", "~": return ""
    case "|": return "<path class=\"end \(style)\" d=\"M\(x) \(y - 10) v20\"/>"
    case "#": return "<path class=\"end \(style)\" d=\"M\(x - 6) \(y - 6) l12 12 m0 -12 l-12 12\"/>"
    case "^": return "<path class=\"end \(style)\" d=\"M\(x - 5) \(y + 7) l5 -14 l5 14\"/>"
    case "!": return "<path class=\"end \(style)\" d=\"M\(x - 5) \(y - 7) l5 14 l5 -14\"/>"
    default:
      return "<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"8.5\"/>\n"
        + label(String(character), at: x, y + 4, "name middle")
    }
  }

  /// The contents of the marks, to the right of the lanes, and a note below them.
  private var notes: String {
    let legends = rows.enumerated().compactMap { index, row in
      row.notes.isEmpty
        ? nil
        : label(
          row.notes.joined(separator: ", "),
          at: x(columns.frames.count) + margin,
          y(index) + 5,
          "note"
        )
    }
    let below = columns.note.map {
      label($0.replacing("~ =", with: "dotted:"), at: margin, y(rows.count) + rowHeight / 2, "dim")
    }
    return (legends + [below].compactMap(\.self)).joined(separator: "\n")
  }

  private func label(_ text: String, at x: Int, _ y: Int, _ style: String) -> String {
    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(text.escapedForXML)</text>"
  }

  private static let style = """
    text { font: 13px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1f2328; \
    white-space: pre; } \
    .title { font-weight: 600; } .dim { fill: #656d76; } .middle { text-anchor: middle; } \
    .name { font-size: 12px; } .page { fill: #ffffff; } .band { fill: #ffe2e0; } .caret { fill: #cf222e; } \
    .line { stroke: #8c959f; stroke-width: 1.5; fill: none; } \
    .gap { stroke: #ffffff; stroke-width: 3; stroke-dasharray: 3 3; } \
    circle { fill: #ddf4ff; stroke: #0969da; stroke-width: 1.5; } \
    .end { stroke: #0969da; stroke-width: 2; fill: none; } \
    .expected.differs { stroke: #1a7f37; } circle.expected.differs { fill: #dafbe1; } \
    .actual.differs { stroke: #cf222e; } circle.actual.differs { fill: #ffebe9; } \
    @media (prefers-color-scheme: dark) { \
    text { fill: #e6edf3; } .dim { fill: #9198a1; } .page { fill: #0d1117; } .band { fill: #3c1618; } \
    .caret { fill: #ff7b72; } .line { stroke: #656c76; } .gap { stroke: #0d1117; } \
    circle { fill: #12263f; stroke: #58a6ff; } .end { stroke: #58a6ff; } \
    .expected.differs { stroke: #3fb950; } circle.expected.differs { fill: #12361f; } \
    .actual.differs { stroke: #ff7b72; } circle.actual.differs { fill: #4c1a1c; } }
    """
}
