import MarbleTesting
import ReactiveLoadable

extension StateTimeline {
  /// The recording as a marble line; what falls into one frame is a group in parentheses.
  func line(frame: Duration, _ mark: (State) -> StateMark) -> String {
    MarbleDiagram(
      quantising: entries.map { ($0.offset, mark($0.state).symbol) },
      frame: frame
    ).text(longestSilence: 6)
  }

  /// What the symbols of the line stand for, in the order in which they appear.
  func legend(_ mark: (State) -> StateMark) -> String {
    var marks: [StateMark] = []
    for state in states where !marks.contains(mark(state)) { marks.append(mark(state)) }
    return marks.map { "\($0.symbol) \($0.meaning)" }.joined(separator: " · ")
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
    for line in legend(mark).wrapped(toColumns: 76) { console.line("  " + line, style: .faint) }
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
    return .missed("\(name): expected \(wanted); there was \(was).")
  }

  private static func text(_ states: [State], _ mark: (State) -> StateMark) -> String {
    states.isEmpty ? "nothing" : states.map { mark($0).meaning }.joined(separator: " → ")
  }
}
