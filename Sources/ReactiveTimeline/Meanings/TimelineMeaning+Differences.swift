import ReactiveRelays

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
