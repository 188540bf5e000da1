/// The parts in which the values of each type differ, which have the letters that suit best.
///
/// Of `Movie(id: 7, title: "Heat")` and `Movie(id: 7, title: "Alien")` the titles differ, so their
/// letters are `H` and `A`.
struct ValueDifferences {
  /// The first value of a type, and what the others have in common with it.
  private struct Group {
    let first: [String]
    /// The number of characters at the start of each part that all values have.
    var common: [Int]
    var differing: Set<Int> = []
  }

  /// The start that all values have is skipped from this length on: `podcast-1`, `podcast-2`.
  private static let longStart = 4

  private var groups: [ObjectIdentifier: Group] = [:]

  mutating func add(_ content: TimelineMeaning.Content?) {
    guard let content else { return }
    var group =
      groups[content.type]
      ?? Group(first: content.parts, common: content.parts.map(\.count))
    for index in 0..<max(group.first.count, content.parts.count) {
      let part = index < content.parts.count ? content.parts[index] : nil
      guard index < group.first.count, let part, part == group.first[index] else {
        group.differing.insert(index)
        if let part, index < group.first.count, group.common[index] > 0 {
          let common = group.first[index].commonPrefix(with: part).count
          group.common[index] = min(group.common[index], common)
        }
        continue
      }
    }
    groups[content.type] = group
  }

  /// Returns whether the parts of a value that differ have digits, but no letters.
  func isNumber(_ meaning: TimelineMeaning) -> Bool {
    var letters = meaning.letters
    if let content = meaning.content, let group = groups[content.type] {
      let differing = content.parts.indices.filter(group.differing.contains)
      let indices = differing.isEmpty ? Array(content.parts.indices) : differing
      letters = indices.flatMap { content.parts[$0][...].asLetters }
    }
    return !letters.isEmpty && letters.allSatisfy(\.isNumber)
  }

  /// Returns the letters and digits of a value, those of the parts that differ first.
  func letters(of content: TimelineMeaning.Content?) -> [Character] {
    guard let content, let group = groups[content.type] else { return [] }
    let indices = content.parts.indices
    let order = indices.filter(group.differing.contains) + indices
    let letters = order.flatMap { index in
      let part = content.parts[index]
      let common = index < group.common.count ? group.common[index] : 0
      let isSkipped = common >= Self.longStart && group.differing.contains(index)
      return (isSkipped ? part.dropFirst(common) + part : part[...]).asLetters.prefix(8)
    }
    return content.isCapital ? letters.map { $0.uppercased().first ?? $0 } : letters
  }
}

extension Substring {
  fileprivate var asLetters: [Character] {
    filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.map(\.self)
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> Substring {
    prefix(zip(self, other).prefix { $0 == $1 }.count)
  }
}
