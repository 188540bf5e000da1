/// A drawing of lanes under a ruler, one column per frame, with carets under the differing frames.
struct Drawing {
  /// A lane with one character for each column.
  struct Row {
    let label: String
    let cells: [Character]
    /// The contents of the marks: `* = (ab)`.
    let notes: [String]
  }

  let columns: Columns
  private(set) var rows: [Row] = []
  /// The columns with carets.
  let marked: Set<Int>
  private let width: Int
  private var legend: Legend
  private var lines: [String] = []

  init(_ lanes: [Lane], differing: [Duration], frame: Duration) {
    let times = lanes.flatMap { $0.signals.map(\.time) } + differing
    let end = (lanes.map(\.end) + times.map { $0 + frame }).max() ?? frame
    columns = Columns(frame: frame, times: times, end: end)
    width = (lanes.map(\.label.columns) + [columns.unit.count]).max() ?? 0
    let used = lanes.flatMap(\.signals).map(\.text).filter(\.isNarrow).joined()
    legend = Legend(avoiding: Set(used))
    marked = Set(differing.compactMap(columns.column))
    append(columns.unit, columns.ruler)
    for lane in lanes { draw(lane) }
    append("", carets)
    if let note = columns.note { lines.append(" \(note)") }
  }

  var text: String {
    lines.joined(separator: "\n")
  }

  private mutating func append(_ label: String, _ content: String) {
    let padding = String(repeating: " ", count: width - label.columns)
    lines.append(" \(label)\(padding)  \(content)".trimmingEnd())
  }

  private mutating func draw(_ lane: Lane) {
    var cells = background(of: lane)
    var notes: [String] = []
    var noted: Set<String> = []
    for group in lane.groups(by: columns) {
      let cell = cell(for: group.signals)
      cells[group.column] = cell.character
      if let note = cell.note, noted.insert(note).inserted { notes.append(note) }
    }
    rows.append(Row(label: lane.label, cells: cells, notes: notes))
    let note = notes.isEmpty ? "" : "     " + notes.joined(separator: ", ")
    append(lane.label, String(cells) + note)
  }

  private func background(of lane: Lane) -> [Character] {
    let ending = lane.signals.first(where: \.ends)?.time
    var isDrawn = false
    return columns.frames.indices.map { column in
      guard let time = columns.time(of: column) else { return isDrawn ? "~" : " " }
      isDrawn = lane.start <= time && time < lane.end && ending.map { time <= $0 } ?? true
      return isDrawn ? "-" : " "
    }
  }

  private mutating func cell(for signals: [Lane.Signal]) -> (character: Character, note: String?) {
    let time = signals[0].time
    let isPlain = signals.count == 1 && columns.isAtStart(time)
    if isPlain, signals[0].text.isNarrow, let character = signals[0].text.first {
      return (character, nil)
    }
    let content = content(of: signals)
    let mark = legend.mark(content)
    return (mark, "\(mark) = \(content)")
  }

  private func content(of signals: [Lane.Signal]) -> String {
    let texts = signals.map { signal in
      columns.isAtStart(signal.time)
        ? signal.text : "\(signal.text) at \(signal.time.elapsedText)"
    }
    guard texts.count > 1 else { return texts[0] }
    let isShort = texts.allSatisfy { $0.count == 1 }
    return "(" + texts.joined(separator: isShort ? "" : " ") + ")"
  }

  private var carets: String {
    String(columns.frames.indices.map { marked.contains($0) ? "^" : " " }).trimmingEnd()
  }
}

extension Lane {
  fileprivate func groups(by columns: Columns) -> [(column: Int, signals: [Signal])] {
    var groups: [(column: Int, signals: [Signal])] = []
    for signal in signals {
      guard let column = columns.column(of: signal.time) else { continue }
      if groups.last?.column == column {
        groups[groups.count - 1].signals.append(signal)
      } else {
        groups.append((column, [signal]))
      }
    }
    return groups
  }
}

extension String {
  /// The number of columns in a terminal.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  func trimmingEnd() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
