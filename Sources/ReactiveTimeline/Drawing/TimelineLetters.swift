import MarbleDiagrams

/// The letters of meanings: one letter for each meaning, and never two meanings for one letter.
///
/// A meaning gets the label of the caller, unless another meaning has it. A value and its loaded
/// state get a letter in lower case and as a capital. Others get the first free one of their
/// `suitingLetters(_:mayHaveDigit:)`, then of the alphabet. Later meanings have a quoted number.
struct TimelineLetters {
  let labels: [TimelineLabels]
  /// The meanings in the order of the legend.
  private(set) var meanings: [TimelineMeaning] = []
  private var names: [TimelineMeaning: String] = [:]
  private var used: Set<String> = []
  private var differences = ValueDifferences()
  private var texts: [TimelineMeaning: String] = [:]
  /// The meanings by the positions of their entries, because descriptions take long.
  private var recorded: [UInt: TimelineMeaning] = [:]
  private let pairs: TimelinePairs
  /// True if a digit is the letter of a retry.
  private let hasRetries: Bool
  private var rest = (lower + upper + digits)[...]
  private var capitals = (upper + lower + digits)[...]

  private static let lower = Array("abcdefghijklmnopqrstuvwxyz")
  private static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let digits = Array("0123456789")

  /// Chooses the letters of all meanings.
  ///
  /// Labels of the caller come first, those of values before those of their loaded states. States
  /// have the same letters in all texts. Values choose before events, whose lanes matter less.
  init(
    of lanes: [(lane: TimelineLane, entries: [TimelineLane.Entry])],
    _ labels: [TimelineLabels] = []
  ) {
    self.labels = labels
    let all = lanes.flatMap { lane, entries in entries.map { (lane: lane, entry: $0) } }
    var recorded: [UInt: TimelineMeaning] = [:]
    for (lane, entry) in all { recorded[entry.position] = lane.meaning(of: entry, labels) }
    let inOrder = all.sorted { $0.entry.position < $1.entry.position }
      .compactMap { recorded[$0.entry.position] }
    var known: Set<TimelineMeaning> = []
    var meanings: [TimelineMeaning] = []
    for group in TimelineMeaning.Group.allCases {
      meanings += inOrder.filter { $0.group == group && known.insert($0).inserted }
    }
    (self.recorded, self.meanings) = (recorded, meanings)
    for meaning in meanings { differences.add(meaning.content) }
    texts = TimelineMeaning.differingTexts(of: meanings)
    pairs = TimelinePairs(of: meanings)
    hasRetries = meanings.contains(where: \.isRetry)
    let labeled = meanings.filter { $0.label != nil }
    let order = labeled.filter { !$0.hasLabelOfValue } + labeled + meanings
    for meaning in order where names[meaning] == nil { chooseName(of: meaning) }
  }

  /// Returns the meaning of the value or of the error of an entry; `nil` for an end.
  func meaning(of entry: TimelineLane.Entry, in lane: TimelineLane) -> TimelineMeaning? {
    recorded[entry.position] ?? lane.meaning(of: entry, labels)
  }

  mutating func name(of meaning: TimelineMeaning) -> String {
    if let name = names[meaning] { return name }
    // Recorded since the letters were chosen.
    meanings.append(meaning)
    return chooseName(of: meaning)
  }

  func knownName(of meaning: TimelineMeaning) -> String { names[meaning] ?? "" }

  /// Returns the text of a meaning, which differs from those of the other meanings.
  func text(of meaning: TimelineMeaning) -> String { texts[meaning] ?? meaning.text }

  @discardableResult
  private mutating func chooseName(of meaning: TimelineMeaning) -> String {
    if meaning.label == nil, let (value, loaded) = pairs.pair(of: meaning),
      names[value] == nil, names[loaded] == nil, value.label == nil, loaded.label == nil,
      let letter = freePair(candidates(for: value) + candidates(for: loaded) + Self.lower)
    {
      take(letter, for: value)
      take(letter.uppercased(), for: loaded)
    } else {
      take(freeName(for: meaning, candidates(for: meaning)), for: meaning)
    }
    return names[meaning] ?? ""
  }

  private mutating func take(_ name: String, for meaning: TimelineMeaning) {
    names[meaning] = name
    used.insert(name)
  }

  private func candidates(for meaning: TimelineMeaning) -> [Character] {
    // Without a free letter, those of the value need no comparison.
    let ofValue =
      rest.isEmpty || capitals.isEmpty ? [] : differences.letters(of: meaning.content)
    // Digits are those of retries. Without one in the text, a number has its digit, but no loaded
    // state has one.
    let mayHaveDigit = !hasRetries && meaning.content?.isCapital != true
    return meaning.suitingLetters(
      ofValue,
      mayHaveDigit: mayHaveDigit && differences.isNumber(meaning)
    )
  }

  private func freePair(_ candidates: [Character]) -> String? {
    candidates.lazy.filter(\.isLetter).map { $0.lowercased() }
      .first { !used.contains($0) && !used.contains($0.uppercased()) }
  }

  private mutating func freeName(
    for meaning: TimelineMeaning,
    _ candidates: [Character]
  ) -> String {
    let own = labels(of: meaning) + candidates.map(String.init)
    if let name = own.first(where: { !used.contains($0) }) { return name }
    let isCapital = meaning.content?.isCapital == true
    while let letter = isCapital ? capitals.popFirst() : rest.popFirst() {
      if !used.contains(String(letter)) { return String(letter) }
    }
    var number = names.count + 1
    while used.contains("\(number)") { number += 1 }
    return "\(number)"
  }

  /// The label of the caller, its capital for a loaded state, and the case of the other of a pair.
  private func labels(of meaning: TimelineMeaning) -> [String] {
    var labels = [meaning.label].compactMap(\.self)
    if meaning.hasLabelOfValue, let label = meaning.label, label.isLetter {
      labels.append(label.uppercased())
    }
    if let (value, loaded) = pairs.pair(of: meaning) {
      let other = names[meaning == value ? loaded : value] ?? ""
      if other.isLetter {
        labels.append(meaning == value ? other.lowercased() : other.uppercased())
      }
    }
    return labels
  }

  func legend(columns: Int) -> [String] {
    var lines: [String] = []
    for meaning in meanings {
      let entry = "\(knownName(of: meaning)) \(text(of: meaning))"
      if let line = lines.last, line.count + 3 + entry.count <= columns {
        lines[lines.count - 1] += " · " + entry
      } else {
        lines.append(entry)
      }
    }
    return lines
  }
}

extension String {
  /// True for one letter of ASCII.
  fileprivate var isLetter: Bool { count == 1 && utf8.count == 1 && first?.isLetter == true }
}
