extension Console {
  /// Writes the marble lines of posters, one below the other, and their legend.
  @MainActor
  func trails(
    _ trails: [(name: String, trail: PosterTrail)],
    frame: Duration = .milliseconds(20)
  ) {
    let milliseconds = Int(frame / .milliseconds(1))
    let width = trails.map(\.name.columns).max() ?? 0
    line("What some rows showed: a marble line each, one character is \(milliseconds) ms")
    let marbles = trails.map { $0.trail.shown.line(frame: frame, $0.trail.mark) }
    for (trail, marbles) in zip(trails, marbles) {
      line("  \(trail.name.padded(toColumns: width))  \(marbles)", style: .bold)
    }
    let marks = trails.flatMap { _, trail in trail.shown.states.map(trail.mark) }
    let legend =
      marks.legend(groups: PosterTrail.groups) + PosterTrail.changes(in: trails.map(\.trail))
      + Self.notation(in: marbles)
    lines(legend.map { "  " + $0 }, style: .faint)
  }

  /// What stands in these marble lines besides symbols.
  private static func notation(in marbles: [String]) -> [String] {
    let text = marbles.joined()
    let notes = [
      ("(", "(ab) within one character"), ("-", "- no change"), (" ", "90ms no change for so long"),
    ]
    let used = notes.filter { text.contains($0.0) }.map(\.1)
    return used.isEmpty ? [] : [used.joined(separator: " · ")]
  }
}
