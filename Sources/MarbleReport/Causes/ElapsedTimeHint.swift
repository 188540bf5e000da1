/// An elapsed time in a diagram that was written wrongly, so that its characters are values.
///
/// The hint is for times such as `10 ms`, `-5ms`, `10msa`, `1.5s|`, `5us` and `1m`.
struct ElapsedTimeHint {
  /// The text in the diagram: `10 ms`.
  let written: String
  /// The time as a diagram writes it: `10ms`.
  let meant: String
  /// The indices of the first character, and after the last one.
  let range: Range<Int>

  /// True for one digit and one letter, which are also likely names of two values.
  var isShort: Bool { written.count == 2 }

  /// Finds the first time that was written wrongly, outside groups, quotes and comments.
  init?(_ diagram: String) {
    let characters = Array(diagram)
    var reader = DiagramWords(characters)
    var earlier: DiagramWords.Word?
    while let word = reader.next() {
      if let hint = ElapsedTimeHint(word) ?? ElapsedTimeHint(earlier, word, characters) {
        self = hint
        return
      }
      earlier = word
    }
    return nil
  }

  var text: String {
    let count = written.count { !$0.isWhitespace }
    let number = MissingQuotesHint.numbers[count] ?? "\(count)"
    return "\"\(written)\" is \(number) values, not a time; \(question)"
  }

  var question: String { "did you mean ' \(meant) '?" }

  private init(_ written: String, _ meant: String, at start: Int) {
    self.written = written
    self.meant = meant
    range = start..<(start + written.count)
  }

  /// A number with its unit, and at most one other character before and after it.
  private init?(_ word: DiagramWords.Word) {
    // NB: A regular expression takes 100 µs, and a long diagram has thousands of words.
    guard word.text.utf8.count > 1, word.text.contains(where: \.isNumber) else { return nil }
    let time = #/([A-Za-z]?)((\d+(?:\.\d+)?)(ms|min|m|s|us|µs|μs|ns))([A-Za-z]?)/#
    guard let match = word.text.wholeMatch(of: time), let meant = meaning(match.3, match.4) else {
      return nil
    }
    let isExact = match.1.isEmpty && match.5.isEmpty
    let isTime = ["ms", "s"].contains(match.4)
    if isExact, isTime, word.isBetweenSpaces { return nil }
    // One letter after a number is a unit only if nothing else is adjacent.
    guard isExact || match.4.count > 1 || match.3.contains(".") else { return nil }
    self.init(String(match.2), meant, at: word.start + match.1.count)
  }

  /// A number and a unit with a space between them.
  private init?(_ number: DiagramWords.Word?, _ unit: DiagramWords.Word, _ all: [Character]) {
    guard let number, number.text.isDecimalNumber else { return nil }
    let gap = all[number.end..<unit.start]
    let isUnit = ["ms", "min", "us", "µs", "μs", "ns"].contains(unit.text)
    guard isUnit || (unit.text == "s" && number.text.contains(".")),
      gap.allSatisfy(\.isWhitespace), let meant = meaning(number.text[...], unit.text[...])
    else { return nil }
    self.init(String(all[number.start..<unit.end]), meant, at: number.start)
  }
}

extension String {
  /// True if the text is a number without a sign or an exponent.
  fileprivate var isDecimalNumber: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { "0"..."9" ~= $0 } }
  }
}

/// The time as a diagram writes it; nil for a number with very many digits.
private func meaning(_ number: Substring, _ unit: Substring) -> String? {
  let parts = number.split(separator: ".")
  let fraction = parts.count > 1 ? parts[1].count : 0
  guard parts[0].count <= 9, fraction <= 6, let digits = Int128(number.filter { $0 != "." }) else {
    return nil
  }
  let attoseconds: Int128
  switch unit {
  case "ms", "s": return "\(number)\(unit)"
  case "m", "min": attoseconds = 60_000_000_000_000_000_000
  case "ns": attoseconds = 1_000_000_000
  default: attoseconds = 1_000_000_000_000
  }
  let divisor = (0..<fraction).reduce(Int128(1)) { power, _ in power * 10 }
  return Duration(attoseconds: digits * attoseconds / divisor).elapsedText
}
