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

  /// The longest text, and the longest start that is compared, in characters.
  static let (longest, longestStart) = (60, 1000)

  /// The description as one line, cut after 60 characters.
  let text: String
  /// The description as one line, cut after 1000 characters.
  let start: String
  /// The label that the caller gives; `nil` without one.
  let label: String?
  /// True for a loaded state whose label is that of its value.
  let hasLabelOfValue: Bool
  /// The letters after those of the content.
  let letters: [Character]
  /// The value, whose parts have the letters that suit best.
  let content: Content?
  let group: Group
  /// The color in pictures; `nil` for that of the lane.
  let tone: MarblePicture.Tone?
  /// The length and the hash of the whole description.
  private let identity: [Int]

  /// The parts of a value of a type.
  struct Content: Sendable {
    let type: ObjectIdentifier
    let parts: [String]
    /// True for a loaded state, whose letter is a capital.
    var isCapital = false
    /// The hash of the text of a whole value, which its loaded state has, too; `nil` for a part.
    var whole: Int?
  }

  init(
    _ description: String,
    letters: [Character],
    _ group: Group = .values,
    tone: MarblePicture.Tone? = nil,
    content: Content? = nil,
    label: TimelineLabel? = nil,
    isLabelOfValue: Bool = false
  ) {
    let description = label?.meaning ?? description
    start = cutText(description, Self.longestStart)
    text = start.utf8.count <= Self.longest ? start : cutText(start, Self.longest)
    self.label = label.flatMap { $0.letter.isEmpty ? nil : cutText($0.letter, 20) }
    hasLabelOfValue = isLabelOfValue
    self.letters = letters
    self.content = label?.meaning == nil ? content : nil
    self.group = group
    self.tone = label?.tone ?? tone
    identity = [description.utf8.count, description.hashValue]
  }

  /// Creates the meaning of a long text from its start and its hash.
  ///
  /// The description of a text escapes its characters, which takes long.
  init(ofLong value: String, letters: [Character]) {
    start = cutText(
      String(value.unicodeScalars.prefix(Self.longest + 1)).debugDescription,
      Self.longest
    )
    text = start
    (self.letters, label, content) = (letters, nil, nil)
    hasLabelOfValue = false
    group = .values
    tone = nil
    identity = [value.utf8.count, value.hashValue]
  }

  /// The length from which a description is long, in bytes.
  static var longDescription: Int { 1000 }

  /// True if the description is long.
  var isLong: Bool { identity[0] > Self.longDescription }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
