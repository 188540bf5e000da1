/// The keys of the dictionary literals that are written as arguments of one call.
///
/// They are read from the source: brackets, labels, string literals and comments.
struct CallLiterals {
  /// The keys in arguments without a label, after the first argument.
  private(set) var names: Set<String> = []
  /// The keys in the argument `failures:`.
  private(set) var failures: Set<String> = []
  /// True if a diagram is a literal or a lane, not a parameter with several values.
  private(set) var hasDiagram = false
  private var isSubscript = false
  private var rest: ArraySlice<Character>
  private var brackets: [Character] = []
  private var argument = 0
  private var label: String?
  private var word = ""
  /// The last string literal, while only white space follows it.
  private var literal: String?

  private static let cache = Lock<[String: CallLiterals?]>([:])
  private static let longestCall = 20_000

  /// Reads the source of a call; nil if it cannot be read, or if no call is at the call site.
  static func read(at callSite: CallSite) -> CallLiterals? {
    if let known = cache.withLock({ $0[callSite.place] }) { return known }
    let literals = SourceLabel.call(at: callSite, atMost: longestCall).flatMap(CallLiterals.init)
    cache.withLock { $0[callSite.place] = literals }
    return literals
  }

  /// Reads the text of a call from its opening parenthesis on; nil if the call has no end.
  init?(_ text: String) {
    rest = Array(text)[...]
    guard read() else { return nil }
    rest = []
  }

  /// Returns true if the call ends within the text.
  private mutating func read() -> Bool {
    while let character = rest.first {
      if skipComment() { continue }
      if character == "\"" || character == "#" {
        literal = readLiteral()
        word = ""
        noteLiteral()
        continue
      }
      rest.removeFirst()
      take(character)
      if brackets.isEmpty { return true }
    }
    return false
  }

  private mutating func take(_ character: Character) {
    switch character {
    case "(", "[", "{":
      if brackets == ["("] { isSubscript = character == "[" && !word.isEmpty }
      brackets.append(character)
    case ")", "]", "}": _ = brackets.popLast()
    case ",": if brackets == ["("] { (argument, label) = (argument + 1, nil) }
    case ":": takeColon()
    case _ where character.isWhitespace: return
    case _ where character.isLetter || character.isNumber || character == "_":
      word.append(character)
      literal = nil
      return
    default: break
    }
    (word, literal) = ("", nil)
  }

  /// A diagram is an argument, the subscript of one, or a response.
  private mutating func noteLiteral() {
    let isInBrackets = brackets == ["(", "["] && (isSubscript || label == "to")
    if brackets == ["("] || isInBrackets { hasDiagram = true }
  }

  private mutating func takeColon() {
    if brackets == ["("], !word.isEmpty { label = word }
    guard brackets == ["(", "["], let literal else { return }
    if label == "failures" { failures.insert(literal) }
    if label == nil, argument > 0 { names.insert(literal) }
  }

  private mutating func skipComment() -> Bool {
    if rest.starts(with: "//") {
      rest = rest.drop { !$0.isNewline }
      return true
    }
    guard rest.starts(with: "/*") else { return false }
    rest = rest.dropFirst(2)
    while !rest.isEmpty, !rest.starts(with: "*/") { rest.removeFirst() }
    rest = rest.dropFirst(2)
    return true
  }

  /// Skips a string literal; returns its text if it has no escapes and is in one line.
  private mutating func readLiteral() -> String? {
    let hashes = rest.prefix { $0 == "#" }.count
    guard rest.dropFirst(hashes).first == "\"" else {
      rest = rest.dropFirst(max(hashes, 1))
      return nil
    }
    let isMultiline = rest.dropFirst(hashes).starts(with: "\"\"\"")
    let quotes = String(repeating: "\"", count: isMultiline ? 3 : 1)
    let marks = String(repeating: "#", count: hashes)
    rest = rest.dropFirst(hashes + quotes.count)
    var text = "", isPlain = !isMultiline
    while let character = rest.first, !rest.starts(with: quotes + marks) {
      if rest.starts(with: "\\" + marks) {
        isPlain = false
        skipEscape(hashes)
      } else {
        text.append(character)
        rest.removeFirst()
      }
    }
    rest = rest.dropFirst(quotes.count + hashes)
    return isPlain ? text : nil
  }

  /// Skips an escape, or an interpolation with the literals in it.
  private mutating func skipEscape(_ hashes: Int) {
    rest = rest.dropFirst(1 + hashes)
    guard rest.first == "(" else {
      rest = rest.dropFirst()
      return
    }
    var depth = 0
    repeat {
      if rest.first == "\"" {
        _ = readLiteral()
      } else {
        depth += rest.first == "(" ? 1 : rest.first == ")" ? -1 : 0
        rest = rest.dropFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }
}

extension CallSite {
  /// The file, the line and the column.
  package var place: String { "\(filePath):\(line):\(column)" }
}
