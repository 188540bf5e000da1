/// A word in a diagram that has no quotes, so that each of its letters is a value.
struct MissingQuotesHint {
  private let letters: String

  static let numbers = [
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
    10: "ten",
  ]

  /// Finds the first run of at least three letters in successive frames.
  ///
  /// Letters in the order of the alphabet are names, not a word: `abc`, `aab`.
  init?(_ diagram: MarbleDiagram) {
    var run = "", end = Duration.zero
    var runs: [String] = []
    for group in diagram.events.groupedByTime() {
      if group[0].time != end { run.end(into: &runs) }
      if let letter = MissingQuotesHint.letter(group) {
        run += letter
      } else {
        run.end(into: &runs)
      }
      end = group[0].time + diagram.frame
    }
    run.end(into: &runs)
    guard let word = runs.first(where: { $0.count > 2 && !$0.isAlphabetical }) else { return nil }
    letters = word
  }

  var text: String {
    let count = MissingQuotesHint.numbers[letters.count] ?? "\(letters.count)"
    return "\"\(letters)\" is \(count) values; '\(letters)' in quotes is one."
  }

  private static func letter(_ group: [MarbleDiagram.Event]) -> String? {
    guard group.count == 1, case .value(let name) = group[0].signal, name.count == 1,
      name.first?.isLetter == true
    else { return nil }
    return name
  }
}

extension String {
  fileprivate mutating func end(into runs: inout [String]) {
    runs.append(self)
    self = ""
  }

  fileprivate var isAlphabetical: Bool {
    zip(unicodeScalars, unicodeScalars.dropFirst()).allSatisfy { earlier, later in
      later == earlier || later.value == earlier.value + 1
    }
  }
}
