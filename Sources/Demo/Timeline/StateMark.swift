import MarbleDiagrams
import ReactiveLoadable

/// The drawing of a state: its letter in a marble line, and the meaning in the legend.
struct StateMark: Hashable, Sendable {
  enum Repetition: Hashable, Sendable {
    case drawn
    case omitted
  }

  var symbol: String
  var meaning: String
  var style: TextStyle
  var repetition: Repetition

  init(
    _ symbol: String,
    _ meaning: String,
    _ style: TextStyle = .good,
    _ repetition: Repetition = .drawn
  ) {
    (self.symbol, self.meaning, self.style, self.repetition) = (symbol, meaning, style, repetition)
  }
}

extension Loadable {
  /// The mark of a state: loading amber, failed red, loaded green.
  func mark(_ loaded: (Value) -> StateMark = { _ in StateMark("d", "loaded") }) -> StateMark {
    switch self {
    case .notRequested: StateMark("n", "not requested", .bold)
    case .loading(let loading): loading.mark
    case .loaded(let value): loaded(value)
    case .failed(let failed) where failed.previous == nil: StateMark("f", "failed", .bad)
    case .failed: StateMark("F", "failed, previous value kept", .bad)
    }
  }
}

extension Loading {
  fileprivate var mark: StateMark {
    var mark = progress?.quarter ?? phase
    mark.style = .busy
    if progress != nil { mark.repetition = .omitted }
    return mark
  }

  private var phase: StateMark {
    if attempt > 0 { return StateMark(String(attempt), "retry \(attempt)") }
    return previous == nil
      ? StateMark("l", "loading") : StateMark("r", "loading, previous value kept")
  }
}

extension LoadProgress {
  fileprivate var quarter: StateMark? {
    switch fraction ?? 0 {
    case ..<0.25: nil
    case ..<0.5: StateMark("¼", "a quarter done")
    case ..<0.75: StateMark("½", "half done")
    default: StateMark("¾", "three quarters done")
    }
  }
}

extension [StateMark] {
  var unique: [StateMark] {
    reduce(into: []) { unique, mark in
      let isKnown = unique.contains { ($0.symbol, $0.meaning) == (mark.symbol, mark.meaning) }
      if !isKnown { unique.append(mark) }
    }
  }

  /// The meaning of each letter, over as many lines as the columns require.
  func legend(columns: Int = 76) -> [StyledLine] {
    var lines: [StyledLine] = []
    for mark in unique {
      let entry = "\(mark.symbol) \(mark.meaning)"
      if let line = lines.last, line.text.columns + 3 + entry.columns <= columns {
        lines[lines.count - 1].append(" · ", .faint)
      } else {
        lines.append(StyledLine())
      }
      lines[lines.count - 1].append(mark.symbol, mark.style)
      lines[lines.count - 1].append(" " + mark.meaning, .faint)
    }
    return lines
  }

  /// The letters with more than one meaning; a legend must have none.
  var ambiguous: [String] {
    Dictionary(grouping: unique, by: \.symbol).filter { $0.value.count > 1 }.keys.sorted()
  }
}

/// Marks of states with their times: the content of a marble line.
struct MarkHistory: Sendable {
  private(set) var marks: [(offset: Duration, mark: StateMark)] = []

  /// Adds a mark, unless it is an omitted repetition.
  mutating func note(_ mark: StateMark, at offset: Duration) {
    guard mark.repetition == .drawn || marks.last?.mark.symbol != mark.symbol else { return }
    marks.append((offset, mark))
  }

  /// The marble line from the first mark on; marks within one frame are a group in parentheses.
  func line(frame: Duration) -> String {
    let start = marks.first?.offset ?? .zero
    let recording = marks.map { (offset: $0.offset - start, symbol: $0.mark.symbol) }
    return MarbleDiagram(quantizing: recording, frame: frame).text()
  }

  /// The marble line with the color of each mark; elapsed times such as `90ms` are plain.
  func styledLine(frame: Duration) -> StyledLine {
    var (line, rest) = (StyledLine(), marks.map(\.mark)[...])
    for word in self.line(frame: frame).split(separator: " ", omittingEmptySubsequences: false) {
      if !line.text.isEmpty { line.append(" ") }
      let isTime = word.wholeMatch(of: /\d+[a-z]+/) != nil
      for character in word {
        let isMark = !isTime && rest.first?.symbol == String(character)
        line.append(String(character), isMark ? rest.removeFirst().style : .plain)
      }
    }
    return line
  }

  /// Drops the oldest marks until the line fits the columns.
  mutating func trim(columns: Int, frame: Duration) {
    while marks.count > 1, line(frame: frame).columns > columns { marks.removeFirst() }
  }
}
