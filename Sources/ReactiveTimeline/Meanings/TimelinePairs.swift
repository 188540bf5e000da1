/// The values of a text whose loaded states are in it, too.
struct TimelinePairs {
  private var pairs: [[Int]: (value: TimelineMeaning?, loaded: TimelineMeaning?)] = [:]

  init(of meanings: [TimelineMeaning]) {
    for meaning in meanings {
      guard let content = meaning.content, let key = content.pairKey else { continue }
      if content.isCapital {
        pairs[key, default: (nil, nil)].loaded = meaning
      } else {
        pairs[key, default: (nil, nil)].value = meaning
      }
    }
  }

  /// Returns the value and its loaded state, one of which has a meaning; `nil` without the other.
  func pair(of meaning: TimelineMeaning) -> (value: TimelineMeaning, loaded: TimelineMeaning)? {
    guard let key = meaning.content?.pairKey, case (let value?, let loaded?)? = pairs[key],
      meaning == value || meaning == loaded
    else { return nil }
    return (value, loaded)
  }
}

extension TimelineMeaning.Content {
  /// The identity that a whole value and its loaded state have in common; `nil` for a part.
  fileprivate var pairKey: [Int]? { whole.map { [type.hashValue, $0] } }
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
