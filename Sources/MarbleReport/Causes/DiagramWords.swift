/// The runs of letters, digits and points in a diagram, outside groups, quotes and comments.
struct DiagramWords: IteratorProtocol {
  struct Word {
    let text: String
    let start: Int
    let isBetweenSpaces: Bool
    var end: Int { start + text.count }
  }

  private let characters: [Character]
  private var index = 0

  init(_ characters: [Character]) {
    self.characters = characters
  }

  mutating func next() -> Word? {
    while index < characters.count {
      switch characters[index] {
      case "'": skip(past: ["'"])
      case "(": skip(past: [")"])
      case "/": skip(past: ["*", "/"])
      case let character where character.isOfWord: return word()
      default: index += 1
      }
    }
    return nil
  }

  private mutating func word() -> Word {
    let start = index
    while index < characters.count, characters[index].isOfWord { index += 1 }
    let followsSpace = start == 0 || characters[start - 1].isWhitespace
    let precedesSpace = index == characters.count || characters[index].isWhitespace
    return Word(
      text: String(characters[start..<index]),
      start: start,
      isBetweenSpaces: followsSpace && precedesSpace
    )
  }

  private mutating func skip(past end: [Character]) {
    index += 1
    while index < characters.count, !characters[index...].starts(with: end) { index += 1 }
    index += end.count
  }
}

extension Character {
  fileprivate var isOfWord: Bool {
    self == "." || self == "µ" || self == "μ" || (isASCII && (isLetter || isNumber))
  }
}
