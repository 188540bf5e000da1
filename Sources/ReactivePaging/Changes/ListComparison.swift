/// A comparison of two lists that matches their items by id.
///
/// The common prefix and suffix are skipped, which keeps the number of moves minimal.
struct ListComparison<Item: Identifiable> {
  private let old: SharedItems<Item>
  private let new: SharedItems<Item>
  /// The number of items in the common prefix.
  private let prefix: Int
  /// The number of items in the common suffix, after the prefix.
  private let suffix: Int

  init(_ old: SharedItems<Item>, _ new: SharedItems<Item>) {
    self.old = old
    self.new = new
    let most = min(old.count, new.count)
    let prefix = (0..<most).prefix { old[offset: $0].id == new[offset: $0].id }.count
    self.prefix = prefix
    suffix =
      (0..<(most - prefix)).prefix {
        old[offset: old.count - 1 - $0].id == new[offset: new.count - 1 - $0].id
      }.count
  }

  func changes(_ isSame: (Item, Item) -> Bool) -> ListChanges {
    let partners = partners()
    let kept = zip(newMiddle, partners).compactMap { new, old in
      old.map { ListChanges.Indices(old: $0, new: new) }
    }
    let stays = kept.map(\.old).membersOfLongestIncreasingSubsequence()
    return ListChanges(
      removals: removals(except: kept),
      insertions: zip(newMiddle, partners).compactMap { new, old in old == nil ? new : nil },
      moves: zip(kept, stays).compactMap { indices, stays in stays ? nil : indices },
      updates: (pairs(0..<prefix, by: 0) + kept
        + pairs(newMiddle.upperBound..<new.count, by: old.count - new.count))
        .filter { !isSame(old[offset: $0.old], new[offset: $0.new]) }
    )
  }
}

extension ListComparison {
  private var oldMiddle: Range<Int> { prefix..<(old.count - suffix) }
  private var newMiddle: Range<Int> { prefix..<(new.count - suffix) }

  /// The indices of items that are in both lists, with their indices in the new list.
  private func pairs(_ indices: Range<Int>, by difference: Int) -> [ListChanges.Indices] {
    indices.map { ListChanges.Indices(old: $0 + difference, new: $0) }
  }

  /// The index in the old list of each item in the middle of the new list; `nil` if it is new.
  private func partners() -> [Int?] {
    var oldIndices: [Item.ID: Int] = [:]
    // The next index with the same id, for lists that contain an id more than once.
    var nextIndices: [Int: Int] = [:]
    for index in oldMiddle.reversed() {
      if let later = oldIndices.updateValue(index, forKey: old[offset: index].id) {
        nextIndices[index] = later
      }
    }
    return newMiddle.map { index in
      let id = new[offset: index].id
      guard let oldIndex = oldIndices[id] else { return nil }
      oldIndices[id] = nextIndices[oldIndex]
      return oldIndex
    }
  }

  private func removals(except kept: [ListChanges.Indices]) -> [Int] {
    var isKept = Array(repeating: false, count: oldMiddle.count)
    for indices in kept { isKept[indices.old - prefix] = true }
    return oldMiddle.filter { !isKept[$0 - prefix] }
  }
}

extension [Int] {
  /// Returns, for each of distinct numbers, whether it is in one longest increasing subsequence.
  ///
  /// It takes n log n (Fredman, 1975).
  func membersOfLongestIncreasingSubsequence() -> [Bool] {
    /// The position of the smallest last number of a run, for each length.
    var ends: [Int] = []
    /// The position of the predecessor of each number in its run.
    var before: [Int?] = []
    for (position, number) in enumerated() {
      let length = ends.partitioningIndex { self[$0] > number }
      before.append(length == 0 ? nil : ends[length - 1])
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var isMember = Array<Bool>(repeating: false, count: count)
    var position = ends.last
    while let member = position {
      isMember[member] = true
      position = before[member]
    }
    return isMember
  }

  /// The first index whose element is in the second part, by binary search.
  private func partitioningIndex(where isInSecondPart: (Int) -> Bool) -> Int {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isInSecondPart(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
