import MarbleDiagrams
import ReactiveRelays

/// The meaning of a letter: a text, and the letters that suit it best.
///
/// Two meanings are equal if the whole descriptions of their values are equal, of which `text` has
/// the start.
struct TimelineMeaning: Hashable, Sendable {
  /// The group of meanings that chooses its letters before the later groups.
  enum Group: CaseIterable, Sendable {
    case states, values, events
  }

  /// The longest text, in characters.
  private static var longest: Int { 60 }

  /// The description as one line, cut after 60 characters.
  let text: String
  let letters: [Character]
  let group: Group
  /// The color in pictures; `nil` for that of the lane.
  let tone: MarblePicture.Tone?
  /// The length and the hash of the whole description.
  private let identity: [Int]

  init(
    _ description: String,
    letters: [Character],
    _ group: Group = .values,
    tone: MarblePicture.Tone? = nil
  ) {
    text = cutText(description, Self.longest)
    self.letters = letters
    self.group = group
    self.tone = tone
    identity = [description.utf8.count, description.hashValue]
  }

  /// Creates the meaning of a long text from its start and its hash.
  ///
  /// The description of a text escapes its characters, which takes long.
  init(ofLong value: String, letters: [Character]) {
    text = cutText(
      String(value.unicodeScalars.prefix(Self.longest + 1)).debugDescription,
      Self.longest
    )
    self.letters = letters
    group = .values
    tone = nil
    identity = [value.utf8.count, value.hashValue]
  }

  /// The length from which a description is long, in bytes.
  static var longDescription: Int { 1000 }

  /// A Boolean value that indicates whether the description is long.
  var isLong: Bool { identity[0] > Self.longDescription }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
