import MarbleDiagrams

/// Marks of states and when they came: what a marble line draws.
struct MarkHistory: Sendable {
  private(set) var marks: [(offset: Duration, mark: StateMark)] = []

  /// Adds a mark, unless it need not be drawn after the last one.
  mutating func note(_ mark: StateMark, at offset: Duration) {
    guard mark.repetition == .drawn || marks.last?.mark.symbol != mark.symbol else { return }
    marks.append((offset, mark))
  }

  /// The marks as a marble line that begins with the first; what falls into one frame is a group
  /// in parentheses.
  func line(frame: Duration) -> String {
    let start = marks.first?.offset ?? .zero
    let recording = marks.map { (offset: $0.offset - start, symbol: $0.mark.symbol) }
    return MarbleDiagram(quantizing: recording, frame: frame).text()
  }

  /// Forgets the oldest marks until the line has no more than so many columns.
  mutating func trim(columns: Int, frame: Duration) {
    while marks.count > 1, line(frame: frame).columns > columns { marks.removeFirst() }
  }
}
