/// A drawing of lanes under a ruler, one column per frame, with carets under the differing frames.
struct Drawing {
  private let columns: FrameColumns
  /// The columns with carets.
  private let marked: Set<Int>
  private let width: Int
  /// The marks that the lanes do not use, the next one last.
  private var freeMarks: [Character]
  /// The marks of contents that do not fit into a column.
  private var marks: [String: Character] = [:]
  private var lines: [String] = []

  init(_ lanes: [Lane], differing: [Duration], frame: Duration) {
    let times = lanes.flatMap { $0.signals.map(\.time) } + differing
    let end = (lanes.map(\.end) + times.map { $0 + frame }).max() ?? frame
    columns = FrameColumns(frame: frame, times: times, end: end)
    width = (lanes.map(\.label.terminalColumns) + [columns.unit.count]).max() ?? 0
    let used = lanes.flatMap(\.signals).map(\.drawnText).filter(\.isNarrow).joined()
    freeMarks =
      "*+%&@$=?<>:;,._ABCDEFGHIJKLMNOPQRSTUVWXYZ".filter { !used.contains($0) }.reversed()
    marked = Set(differing.compactMap(columns.column))
    append(columns.unit, columns.ruler)
    for lane in lanes { draw(lane) }
    append("", carets)
    if let note = columns.note { lines.append(" \(note)") }
  }

  var text: String { lines.joined(separator: "\n") }

  private mutating func append(_ label: String, _ content: String) {
    let padding = String(repeating: " ", count: width - label.terminalColumns)
    lines.append(" \(label)\(padding)  \(content)".trimmingEnd)
  }

  private mutating func draw(_ lane: Lane) {
    var cells = background(of: lane)
    var notes: [String] = []
    var noted: Set<String> = []
    for case (let column?, let signals) in lane.signals.grouped(by: { columns.column(of: $0.time) })
    {
      let cell = cell(for: signals)
      cells[column] = cell.character
      if let note = cell.note, noted.insert(note).inserted { notes.append(note) }
    }
    let note = notes.isEmpty ? "" : "     " + notes.joined(separator: ", ")
    append(lane.label, String(cells) + note)
  }

  private func background(of lane: Lane) -> [Character] {
    let ending = lane.signals.first(where: \.endsLane)?.time
    var isDrawn = false
    return columns.frames.indices.map { column in
      guard let time = columns.time(of: column) else { return isDrawn ? "~" : " " }
      isDrawn = lane.start <= time && time < lane.end && ending.map { time <= $0 } ?? true
      return isDrawn ? "-" : " "
    }
  }

  private mutating func cell(
    for signals: [MarbleDiagram.Event]
  ) -> (character: Character, note: String?) {
    let content = content(of: signals)
    if signals.count == 1, content.isNarrow, let character = content.first {
      return (character, nil)
    }
    let mark = mark(of: content)
    return (mark, "\(mark) = \(content)")
  }

  /// The same mark for the same content, in all lanes.
  private mutating func mark(of content: String) -> Character {
    if let mark = marks[content] { return mark }
    // If there are more contents than marks, all the rest share the last mark.
    let mark = freeMarks.count > 1 ? freeMarks.removeLast() : freeMarks.last ?? "*"
    marks[content] = mark
    return mark
  }

  private func content(of signals: [MarbleDiagram.Event]) -> String {
    let texts = signals.map { $0.drawnText(in: columns.frame) }
    return texts.count > 1 ? texts.group : texts[0]
  }

  private var carets: String {
    String(columns.frames.indices.map { marked.contains($0) ? "^" : " " }).trimmingEnd
  }
}

extension String {
  /// True for a single character that takes one column of a terminal.
  var isNarrow: Bool {
    count == 1 && first?.columns == 1 && first?.isWhitespace == false
  }
}
