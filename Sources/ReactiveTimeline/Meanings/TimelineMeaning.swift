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
    isLabelOfValue: Bool = false,
    identity: [Int]? = nil
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
    self.identity = identity ?? [description.utf8.count, description.hashValue]
  }

  /// The length from which a description is long, in bytes.
  static var longDescription: Int { 1000 }

  var isLong: Bool { identity[0] > Self.longDescription }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension TimelineMeaning {
  /// Returns texts for the meanings whose cut descriptions are equal: each shows where it differs.
  static func differingTexts(of meanings: [TimelineMeaning]) -> [TimelineMeaning: String] {
    var texts: [TimelineMeaning: String] = [:]
    let groups = Dictionary(grouping: meanings, by: \.text).values.filter { $0.count > 1 }
    var used = Set(meanings.map(\.text))
    for group in groups {
      let common = commonStart(of: group)
      for (index, meaning) in group.enumerated() {
        var text = meaning.text(from: common)
        if !used.insert(text).inserted {
          text = "\(cutText(text, 50)) (\(index + 1))"
          used.insert(text)
        }
        texts[meaning] = text
      }
    }
    return texts
  }

  /// The number of characters at the start that all descriptions have.
  private static func commonStart(of meanings: [TimelineMeaning]) -> Int {
    let first = meanings[0].start
    return meanings.dropFirst().map { zip(first, $0.start).prefix { $0 == $1 }.count }.min() ?? 0
  }

  /// Returns the start of the description, then the part from a position on.
  private func text(from position: Int) -> String {
    let head = 16
    guard position > head + 4, position < start.count else { return text }
    return cutText("\(start.prefix(head))…\(start.dropFirst(position - 4))", Self.longest)
  }
}
