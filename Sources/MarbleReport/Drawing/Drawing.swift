/// A drawing of lanes under a ruler, one column per frame, with carets under the differing frames.
struct Drawing {
  private let columns: FrameColumns
  /// The columns with carets.
  private let marked: Set<Int>
  private let width: Int
  private var legend: Legend
  private var lines: [String] = []

  init(_ lanes: [Lane], differing: [Duration], frame: Duration) {
    let times = lanes.flatMap { $0.signals.map(\.time) } + differing
    let end = (lanes.map(\.end) + times.map { $0 + frame }).max() ?? frame
    columns = FrameColumns(frame: frame, times: times, end: end)
    width = (lanes.map(\.label.terminalColumns) + [columns.unit.count]).max() ?? 0
    let used = lanes.flatMap(\.signals).map(\.drawnText).filter(\.isNarrow).joined()
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
    let padding = String(repeating: " ", count: width - label.terminalColumns)
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
    let mark = legend.mark(content)
    return (mark, "\(mark) = \(content)")
  }

  private func content(of signals: [MarbleDiagram.Event]) -> String {
    let texts = signals.map { $0.drawnText(in: columns.frame) }
    guard texts.count > 1 else { return texts[0] }
    let isShort = texts.allSatisfy { $0.count == 1 }
    return "(" + texts.joined(separator: isShort ? "" : " ") + ")"
  }

  private var carets: String {
    String(columns.frames.indices.map { marked.contains($0) ? "^" : " " }).trimmingEnd()
  }
}

extension Lane {
  fileprivate func groups(
    by columns: FrameColumns
  ) -> [(column: Int, signals: [MarbleDiagram.Event])] {
    var groups: [(column: Int, signals: [MarbleDiagram.Event])] = []
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
  func trimmingEnd() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
