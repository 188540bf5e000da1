import MarbleDiagrams
import ReactiveLoadable

extension StateTimeline {
  /// The recording as a marble line; what falls into one frame is a group in parentheses.
  func line(frame: Duration, _ mark: (State) -> StateMark) -> String {
    MarbleDiagram(
      quantising: entries.map { ($0.offset, mark($0.state).symbol) },
      frame: frame
    ).text()
  }

  /// What the symbols of the line stand for, in the order in which they appear, over as many lines
  /// as so many columns need.
  func legend(columns: Int = 76, _ mark: (State) -> StateMark) -> [String] {
    var (lines, known) = ([String](), Set<StateMark>())
    for mark in states.map(mark) where known.insert(mark).inserted {
      let entry = "\(mark.symbol) \(mark.meaning)"
      if let line = lines.last, line.columns + 3 + entry.columns <= columns {
        lines[lines.count - 1] = "\(line) · \(entry)"
      } else {
        lines.append(entry)
      }
    }
    return lines
  }

  /// Writes the recording under a heading: the marble line and its legend.
  func write(
    to console: Console,
    heading: String,
    frame: Duration = .milliseconds(10),
    _ mark: (State) -> StateMark
  ) {
    let milliseconds = Int(frame / .milliseconds(1))
    console.line("\(heading), one character is \(milliseconds) ms:", style: .faint)
    console.line("  " + line(frame: frame, mark), style: .bold)
    console.lines(legend(mark).map { "  " + $0 }, style: .faint)
  }
}

extension StateTimeline where State: Equatable {
  /// Compares what was recorded with what was expected, whatever the times.
  func result(
    of name: String,
    expecting expected: [State],
    _ mark: (State) -> StateMark
  ) -> SceneResult {
    guard states != expected else { return .reached }
    let (wanted, was) = (Self.text(expected, mark), Self.text(states, mark))
    let hint = wanted == was ? " They differ in a cause or a value." : ""
    return .missed("\(name): expected \(wanted); there was \(was).\(hint)")
  }

  private static func text(_ states: [State], _ mark: (State) -> StateMark) -> String {
    states.isEmpty ? "nothing" : states.map { mark($0).meaning }.joined(separator: " → ")
  }
}
