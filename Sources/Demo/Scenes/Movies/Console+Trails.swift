extension Console {
  /// Writes the marble lines of posters, one below the other, and their legend.
  @MainActor
  func trails(
    _ trails: [(name: String, trail: PosterTrail)],
    frame: Duration = .milliseconds(20)
  ) {
    let milliseconds = Int(frame / .milliseconds(1))
    let width = trails.map(\.name.columns).max() ?? 0
    line("What was to see of some posters, one character is \(milliseconds) ms:", style: .faint)
    for (name, trail) in trails {
      let marbles = trail.shown.line(frame: frame, trail.mark)
      line("  \(name.padded(toColumns: width))  \(marbles)", style: .bold)
    }
    let marks = trails.flatMap { _, trail in trail.shown.states.map(trail.mark) }
    lines(marks.legend().map { "  " + $0 }, style: .faint)
  }
}
