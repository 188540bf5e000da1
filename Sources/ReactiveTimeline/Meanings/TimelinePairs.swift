/// The values of a text whose loaded states are in it, too.
struct TimelinePairs {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let whole: Int
  }

  private var values: [Key: TimelineMeaning] = [:]
  private var loaded: [Key: TimelineMeaning] = [:]

  init(of meanings: [TimelineMeaning]) {
    for meaning in meanings {
      guard let key = Self.key(of: meaning) else { continue }
      if meaning.content?.isCapital == true { loaded[key] = meaning } else { values[key] = meaning }
    }
  }

  /// Returns the value and its loaded state, one of which has a meaning; `nil` without the other.
  func pair(of meaning: TimelineMeaning) -> (value: TimelineMeaning, loaded: TimelineMeaning)? {
    guard let key = Self.key(of: meaning), let value = values[key], let loaded = loaded[key],
      meaning == value || meaning == loaded
    else { return nil }
    return (value, loaded)
  }

  private static func key(of meaning: TimelineMeaning) -> Key? {
    meaning.content.flatMap { content in
      content.whole.map { Key(type: content.type, whole: $0) }
    }
  }
}

extension TimelineMeaning {
  /// True if the letter is a digit, the number of a retry.
  var isRetry: Bool { group == .states && letters.first?.isNumber == true }

  /// Returns the letters that suit the meaning, the best one first; digits before others, if any.
  func suitingLetters(_ ofValue: [Character], mayHaveDigit: Bool) -> [Character] {
    guard group == .values else { return letters }
    let digits = mayHaveDigit ? (ofValue + letters).filter(\.isNumber) : []
    return digits + (ofValue + letters).filter(\.isLetter)
  }
}
