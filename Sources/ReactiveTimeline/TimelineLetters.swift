import MarbleDiagrams

/// The letters of meanings: one letter for each meaning, and never two meanings for one letter.
///
/// A meaning gets the label of the caller, unless another meaning has it. Else it gets the first
/// free letter of its parts that differ from those of other values, then of its other letters, then
/// of the alphabet. Later meanings have a quoted number.
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
  private var rest = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")[...]

  /// Chooses the letters of all meanings.
  ///
  /// Labels of the caller come first. States have the same letters in all texts. Values choose
  /// before events, whose lanes matter less.
  init(
    of lanes: [(lane: TimelineLane, entries: [TimelineLane.Entry])],
    _ labels: [TimelineLabels] = []
  ) {
    self.labels = labels
    let all = lanes.flatMap { lane, entries in entries.map { (lane: lane, entry: $0) } }
    for (lane, entry) in all { recorded[entry.position] = lane.meaning(of: entry, labels) }
    let inOrder = all.sorted { $0.entry.position < $1.entry.position }
      .compactMap { recorded[$0.entry.position] }
    var known: Set<TimelineMeaning> = []
    for group in TimelineMeaning.Group.allCases {
      meanings += inOrder.filter { $0.group == group && known.insert($0).inserted }
    }
    for meaning in meanings { differences.add(meaning.content) }
    texts = TimelineMeaning.differingTexts(of: meanings)
    for meaning in meanings.filter({ $0.label != nil }) + meanings where names[meaning] == nil {
      chooseName(of: meaning)
    }
  }

  /// Returns the meaning of the value or of the error of an entry; `nil` for an end.
  func meaning(of entry: TimelineLane.Entry, in lane: TimelineLane) -> TimelineMeaning? {
    recorded[entry.position] ?? lane.meaning(of: entry, labels)
  }

  /// Returns the name of a meaning in diagrams.
  mutating func name(of meaning: TimelineMeaning) -> String {
    if let name = names[meaning] { return name }
    // Recorded since the letters were chosen.
    meanings.append(meaning)
    return chooseName(of: meaning)
  }

  /// Returns the text of a meaning, which differs from those of the other meanings.
  func text(of meaning: TimelineMeaning) -> String { texts[meaning] ?? meaning.text }

  @discardableResult
  private mutating func chooseName(of meaning: TimelineMeaning) -> String {
    let name = freeName(for: meaning)
    names[meaning] = name
    used.insert(name)
    return name
  }

  private mutating func freeName(for meaning: TimelineMeaning) -> String {
    // Without a free letter, those of the value need no comparison.
    let ofValue = rest.isEmpty ? [] : differences.letters(of: meaning.content)
    let letters = (ofValue + meaning.letters).map(String.init)
    if let name = ([meaning.label].compactMap(\.self) + letters).first(where: { !used.contains($0) }
    ) {
      return name
    }
    while let letter = rest.popFirst() {
      if !used.contains(String(letter)) { return String(letter) }
    }
    var number = names.count + 1
    while used.contains("\(number)") { number += 1 }
    return "\(number)"
  }

  /// The legend, at most a number of columns wide.
  func legend(columns: Int) -> [String] {
    var lines: [String] = []
    for meaning in meanings {
      let entry = "\(names[meaning] ?? "") \(text(of: meaning))"
      if let line = lines.last, line.count + 3 + entry.count <= columns {
        lines[lines.count - 1] += " · " + entry
      } else {
        lines.append(entry)
      }
    }
    return lines
  }
}
