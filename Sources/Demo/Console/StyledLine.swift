/// The look of a text on a terminal that supports styles.
enum TextStyle: String, Sendable {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case good = "32"
  case bad = "31"
  /// Amber: loading.
  case busy = "38;5;214"

  func applied(to text: String) -> String {
    self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

struct StyledLine: Hashable, Sendable {
  struct Span: Hashable, Sendable {
    var text: String
    var style: TextStyle
  }

  private(set) var spans: [Span] = []

  init(_ text: String = "", _ style: TextStyle = .plain) { append(text, style) }

  var text: String { spans.map(\.text).joined() }

  /// Adds a text; a text in the style of the last part extends that part.
  mutating func append(_ text: String, _ style: TextStyle = .plain) {
    guard !text.isEmpty else { return }
    if spans.last?.style == style {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Span(text: text, style: style))
    }
  }

  func prefixed(_ text: String) -> StyledLine {
    var line = StyledLine(text)
    for span in spans { line.append(span.text, span.style) }
    return line
  }

  /// The line for an output: without control characters, cut to the width, with its styles.
  func text(for form: ConsoleForm) -> String {
    let clean = spans.map { Span(text: $0.text.withoutControls, style: $0.style) }
    let cut = form.width.map { clean.cut(toColumns: $0) } ?? clean
    return cut.map { form.usesStyles ? $0.style.applied(to: $0.text) : $0.text }.joined()
  }
}

extension [StyledLine.Span] {
  fileprivate func cut(toColumns limit: Int) -> Self {
    guard reduce(0, { $0 + $1.text.columns }) > limit else { return self }
    var room = limit
    return compactMap { span in
      guard room > 0 else { return nil }
      // A part that fills the line to its end still needs the mark.
      let isLast = span.text.columns >= room
      let text = isLast ? (span.text + "…").cut(toColumns: room) : span.text
      room -= isLast ? room : text.columns
      return StyledLine.Span(text: text, style: span.style)
    }
  }
}

extension [StyledLine] {
  /// The codes that draw the lines from the top of a terminal and erase the rest of the screen.
  ///
  /// A terminal keeps the cursor on the last column of a full line, so codes after it would erase
  /// its last character.
  func frame(form: ConsoleForm) -> String {
    let texts = map { line in
      let isFull = form.width.map { line.text.withoutControls.columns >= $0 } ?? false
      return line.text(for: form) + (isFull ? "" : "\u{1B}[K")
    }
    let last = self.last?.text(for: form) ?? ""
    return "\u{1B}[H" + (texts.dropLast() + ["\u{1B}[J" + last]).joined(separator: "\r\n")
  }
}

/// A piece of output, or a check, that a step of a scene yields.
enum Block: Sendable {
  case styled(StyledLine)
  case paragraph(String, TextStyle)
  case table(TextTable)
  case legend([StateMark])
  /// A claim and its result; the scene writes all of its checks at the end.
  case check(String, SceneResult)

  static let blank = Block.styled(StyledLine())

  static func line(_ text: String, _ style: TextStyle = .plain) -> Block {
    .styled(StyledLine(text, style))
  }

  static func table(_ columns: [TextTable.Column], _ rows: [[String]]) -> Block {
    .table(TextTable(columns, rows: rows))
  }
}

extension [Block] {
  var checks: [(claim: String, result: SceneResult)] {
    compactMap { if case .check(let claim, let result) = $0 { (claim, result) } else { nil } }
  }
}
