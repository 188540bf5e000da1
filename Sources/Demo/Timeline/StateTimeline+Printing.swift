import ReactiveLoadable

extension StateTimeline {
  /// The recording as a marble line; what falls into one frame is a group in parentheses.
  func line(frame: Duration, _ mark: (State) -> StateMark) -> String {
    history(mark).line(frame: frame)
  }

  /// The symbols that are drawn, in order.
  func symbols(_ mark: (State) -> StateMark) -> [String] {
    history(mark).marks.map(\.mark.symbol)
  }

  /// The marks that are drawn, with their times.
  private func history(_ mark: (State) -> StateMark) -> MarkHistory {
    entries.reduce(into: MarkHistory()) { $0.note(mark($1.state), at: $1.offset) }
  }

  /// What the symbols of the line stand for, in the order in which they appear, over as many lines
  /// as so many columns need.
  func legend(columns: Int = 76, _ mark: (State) -> StateMark) -> [String] {
    [self].legend(columns: columns, mark)
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
    .compare(name, states, with: expected, mark)
  }
}
