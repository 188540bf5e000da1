/// Parses the grammar, one grapheme at a time, up to the first invalid one.
package struct MarbleParser {
  package typealias SyntaxError = MarbleDiagram.SyntaxError

  private let characters: [Character]
  private let frame: Duration
  private var index = 0
  private var time = Duration.zero
  private var events: [MarbleDiagram.Event] = []
  private var columns: [Int] = []
  private var hasEnded = false

  package init(_ text: String, frame: Duration) {
    characters = Array(text)
    self.frame = frame
  }

  package mutating func parse() throws(SyntaxError) -> ParsedDiagram {
    try checkFrame()
    while let character = current {
      try readFrame(character)
    }
    return ParsedDiagram(
      diagram: MarbleDiagram(parsed: events, frame: frame, length: time),
      columns: columns
    )
  }

  /// A longer frame could exceed the range of a duration.
  private func checkFrame() throws(SyntaxError) {
    guard frame > .zero else {
      throw SyntaxError(column: 1, expected: "a frame longer than zero", found: "\(frame)")
    }
    guard frame <= .longestElapsed else {
      let longest = Duration.longestElapsed.elapsedText
      let expected = "a frame of at most \(longest)"
      throw SyntaxError(column: 1, expected: expected, found: frame.elapsedText)
    }
  }

  private mutating func readFrame(_ character: Character) throws(SyntaxError) {
    if character != "-" {
      if try skipIgnored(character) { return }
      if !hasEnded, try readElapsed() { return }
    }
    if hasEnded { return try skipAfterEnd(character) }
    switch character {
    case "-": index += 1
    case "(": try readGroup()
    case ")":
      throw error(
        "a '(' before this ')'",
        "Write `(` before the first signal of the frame, or the value as `')'`."
      )
    default: try readSignal()
    }
    time += frame
  }

  // MARK: Signals

  private mutating func readGroup() throws(SyntaxError) {
    index += 1
    let first = events.count
    while let character = current {
      if try skipIgnored(character) { continue }
      if character == ")", events.count > first {
        index += 1
        return
      }
      guard !hasEnded else {
        throw error("')': no signal follows a completion or failure", remedyAfterEnd)
      }
      if "-()".contains(character) {
        throw error(
          "a value: '(' and ')' enclose signals of one frame",
          MarbleParser.remedy(inGroup: character)
        )
      }
      try readSignal()
    }
    throw error("')'", "Write `)` after the last signal of the frame, or a value `(` as `'('`.")
  }

  private static func remedy(inGroup sign: Character) -> String {
    switch sign {
    case "-": "Signals in parentheses share one frame. Close them before the `-`: `(ab)-`."
    case "(": "Write all signals of one frame in one pair of parentheses."
    default: "Write `-` for a frame without signals."
    }
  }

  private mutating func readSignal() throws(SyntaxError) {
    let column = index + 1
    let signal = try nextSignal()
    events.append(MarbleDiagram.Event(signal, at: time))
    columns.append(column)
    hasEnded = signal.isTerminal
  }

  private mutating func nextSignal() throws(SyntaxError) -> MarbleDiagram.Signal {
    let sign = current
    switch sign {
    case "|", "^", "!", "#": index += 1
    default: return .value(try readName())
    }
    return switch sign {
    case "|": .end
    case "^": .subscribe
    case "!": .unsubscribe
    default: .failure(try readFailureName())
    }
  }

  /// Reads the name directly after a `#`; nil without one.
  private mutating func readFailureName() throws(SyntaxError) -> String? {
    guard let character = current, character == "'" || !character.isSign else { return nil }
    return try readName()
  }

  private mutating func readName() throws(SyntaxError) -> String {
    if current == "'" { return try readQuotedName() }
    guard characters[index].isCompleteCharacter else {
      throw error(
        "a character without a lone mark",
        "Write the mark after its letter, in the same frame."
      )
    }
    index += 1
    return String(characters[index - 1])
  }

  private mutating func readQuotedName() throws(SyntaxError) -> String {
    let opening = index
    var name = ""
    index += 1
    while let character = current {
      index += 1
      guard character == "'" else {
        name.append(character)
        continue
      }
      guard current == "'" else { return name }
      name.append("'")
      index += 1
    }
    throw error(
      "a closing ' for the one in column \(opening + 1)",
      "Close the quotes after the name. A quote in a name is written twice: `'it''s'`."
    )
  }

  // MARK: Nothing

  /// Skips a dash after the completion or the failure, which aligns lanes and takes no time.
  private mutating func skipAfterEnd(_ character: Character) throws(SyntaxError) {
    guard character == "-" else {
      throw error("'-' or the end: no signal follows a completion or failure", remedyAfterEnd)
    }
    index += 1
  }

  private mutating func skipIgnored(_ character: Character) throws(SyntaxError) -> Bool {
    if character == "/" {
      try skipComment()
      return true
    }
    guard character.isBlank else { return false }
    index += 1
    return true
  }

  private mutating func skipComment() throws(SyntaxError) {
    let opening = index
    index += 1
    guard current == "*" else {
      throw error(
        "'*': a '/' starts a comment; quote it as a value",
        "Write the value as `'/'`, or a comment as `/* … */`."
      )
    }
    index += 1
    while index + 1 < characters.count {
      if characters[index] == "*", characters[index + 1] == "/" {
        index += 2
        return
      }
      index += 1
    }
    index = characters.count
    throw error(
      "a closing */ for the /* in column \(opening + 1)",
      "Write `*/` after the comment."
    )
  }

  // MARK: Elapsed time

  /// Parses ` 10ms ` or ` 1.5s `, which takes exactly that time and no frame in addition.
  private mutating func readElapsed() throws(SyntaxError) -> Bool {
    let followsSpace = index > 0 && characters[index - 1].isBlank
    guard index == 0 || followsSpace, let elapsed = ElapsedTime(characters[index...]) else {
      return false
    }
    let next = index + elapsed.text.count
    guard next == characters.count || characters[next].isBlank else {
      guard followsSpace else { return false }
      index = next
      throw error(
        "a space after the elapsed time \(elapsed.text)",
        "A time has spaces on both sides: ` \(elapsed.text) `."
      )
    }
    guard let duration = elapsed.duration else {
      throw error(
        "an elapsed time of at most 9 digits before and 15 after the point",
        "Write several shorter times, or a value of several characters in quotes."
      )
    }
    index = next
    time += duration
    return true
  }

  // MARK: Position

  private var current: Character? {
    index < characters.count ? characters[index] : nil
  }

  private func error(_ expected: String, _ remedy: String) -> SyntaxError {
    let found = current.map { "'\($0)'" } ?? "the end"
    return SyntaxError(column: index + 1, expected: expected, found: found, remedy: remedy)
  }

  private var remedyAfterEnd: String {
    var sign = "|"
    if case .failure(let name) = events.last?.signal, let column = columns.last {
      let word = characters[column...].prefix { $0.isLetter || $0.isNumber }
      // Without quotes only one character after the `#` is its name.
      let isWord = name?.count == 1 && word.count > 1 && index == column + 1
      if isWord { return "Write an error of several characters in quotes: `#'\(String(word))'`." }
      sign = "#"
    }
    return "Only `-` follows the end. Write it after all other signals, or a value as `'\(sign)'`."
  }
}
