extension Comparison {
  /// The word without quotes that is the likely cause of all differences.
  func wordWithoutQuotes(in run: RunRecord) -> MissingQuotesHint? {
    guard let first = differences.first?.time else { return nil }
    if let word = wordOfDiagram, first >= word.start { return word }
    for input in run.inputs {
      for word in input.withoutTable.compactMap(MissingQuotesHint.init) {
        // The times of a cold input count from each subscription.
        // A stream that has the word as a value joins the letters itself.
        guard !input.isHot || first >= word.start, !hasValue(word.letters) else { continue }
        if draws(word) || (input.isHot && hasLetters(of: word, run.frame)) { return word }
      }
    }
    return nil
  }

  /// The word of the expected diagram that the stream has as one value.
  private var wordOfDiagram: MissingQuotesHint? {
    guard matcher.diagramText != nil, let word = MissingQuotesHint(expected) else { return nil }
    return hasValue(word.letters) ? word : nil
  }

  private func hasValue(_ word: String) -> Bool {
    actual.contains { recorded in
      if case .value(let value) = recorded.signal { value as? String == word } else { false }
    }
  }

  /// True if an expected value is the word, or contains it.
  private func draws(_ word: MissingQuotesHint) -> Bool {
    let letters = word.letters.lowercased()
    return expectedEvents.contains { event in
      guard case .value(let name) = event.signal else { return false }
      let words = (matcher.text(event.index) ?? name).lowercased().split {
        !$0.isLetter && !$0.isNumber
      }
      return name == word.letters || words.contains { $0 == letters }
    }
  }

  /// True if exactly one more value for each letter after the first arrived, at its time.
  private func hasLetters(of word: MissingQuotesHint, _ frame: Duration) -> Bool {
    let values = differences.compactMap(\.actual).filter(\.sign.isValue)
    let drawn = expectedEvents.count(where: \.signal.isValue)
    guard actual.count(where: \.sign.isValue) - drawn == word.letters.count - 1 else {
      return false
    }
    return (1..<word.letters.count).allSatisfy { index in
      values.contains { $0.time == word.start + frame * index }
    }
  }
}
