/// A word in a diagram that has no quotes, so that each of its letters is a value.
package struct MissingQuotesHint {
  let letters: String
  /// The time of the first letter.
  package let start: Duration

  static let numbers = [
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
    10: "ten",
  ]

  /// Finds the first run of at least three letters in successive frames.
  ///
  /// Letters in the order of the alphabet are names, not a word: `abc`, `aab`.
  package init?(_ diagram: MarbleDiagram) {
    var runs: [(text: String, start: Duration)] = []
    var end: Duration?
    for (time, group) in diagram.events.grouped(by: \.time) {
      guard let letter = MissingQuotesHint.letter(group) else {
        end = nil
        continue
      }
      if time == end {
        runs[runs.count - 1].text += letter
      } else {
        runs.append((letter, time))
      }
      end = time + diagram.frame
    }
    let word = runs.first { $0.text.count > 2 && !$0.text.isAlphabetical }
    guard let word else { return nil }
    (letters, start) = word
  }

  /// The first word of an input without a table; with requests, one whose letters they are.
  package init?(_ run: RunRecord, requests: [String] = []) {
    let words = run.inputs.lazy.flatMap(\.withoutTable).compactMap { MissingQuotesHint($0) }
    let word = words.first { word in
      requests.allSatisfy { request in word.letters.contains { "\"\($0)\"" == request } }
    }
    guard let word else { return nil }
    self = word
  }

  package var text: String {
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
  fileprivate var isAlphabetical: Bool {
    zip(unicodeScalars, unicodeScalars.dropFirst()).allSatisfy { earlier, later in
      later == earlier || later.value == earlier.value + 1
    }
  }
}
