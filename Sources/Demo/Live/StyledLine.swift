/// A line of a screen.
struct StyledLine: Hashable, Sendable {
  var text: String
  var style: TextStyle

  init(_ text: String = "", _ style: TextStyle = .plain) {
    (self.text, self.style) = (text, style)
  }
}

extension [StyledLine] {
  /// What draws the lines on a terminal from its first line on, and erases whatever else is there.
  func frame(form: ConsoleForm) -> String {
    let lines = map { line in
      let clean = line.text.withoutControls
      let text = form.width.map { clean.cut(toColumns: $0) } ?? clean
      return (form.usesStyles ? line.style.applied(to: text) : text) + "\u{1B}[K"
    }
    return "\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J"
  }
}
