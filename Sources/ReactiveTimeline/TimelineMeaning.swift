/// The meaning of a letter: a text, and the letters that suit it best.
struct TimelineMeaning: Hashable, Sendable {
  /// The group of meanings that chooses its letters before the later groups.
  enum Group: CaseIterable, Sendable {
    case states, values, events
  }

  let text: String
  let letters: [Character]
  let group: Group

  init(_ text: String, letters: [Character], _ group: Group = .values) {
    self.text = text
    self.letters = letters
    self.group = group
  }

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
