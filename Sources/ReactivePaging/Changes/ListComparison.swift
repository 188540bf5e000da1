/// The relation of an item in one list to an item in another.
@usableFromInline
enum ItemRelation {
  /// The items have different ids.
  case different
  /// The items have the same id and are the same.
  case same
  /// The items have the same id, and the item has changed.
  case changed
}

/// A comparison of two lists that matches their items by id.
///
/// It looks only at the gaps between the chunks that both lists have. At both ends of a gap, it
/// skips the items with the same ids. It searches the rest by the hashes of ids.
///
/// It needs no type of items: a closure, which knows the type, compares two items.
struct ListComparison {
  typealias Relate = (_ old: ItemChunk, Int, _ new: ItemChunk, Int) -> ItemRelation

  let old: ListedItems
  let new: ListedItems

  func changes(_ relate: Relate) -> ListChanges {
    var updates: [ListChanges.Indices] = []
    var gaps = new.gaps(since: old)
    matchEnds(of: &gaps, relate, &updates)
    return matchRest(of: gaps, relate, &updates)
  }

  /// Matches items at the ends of gaps, and removes them from the gaps.
  private func matchEnds(
    of gaps: inout [ListGap],
    _ relate: Relate,
    _ updates: inout [ListChanges.Indices]
  ) {
    for number in gaps.indices {
      while let (old, new) = gaps[number].first, isMatch(old, new, relate, &updates) {
        gaps[number].dropFirst()
      }
      while let (old, new) = gaps[number].last, isMatch(old, new, relate, &updates) {
        gaps[number].dropLast()
      }
    }
    gaps.removeAll(where: \.isEmpty)
  }

  private func matchRest(
    of gaps: [ListGap],
    _ relate: Relate,
    _ updates: inout [ListChanges.Indices]
  ) -> ListChanges {
    var candidates = Candidates(gaps.flatMap(\.old), of: old)
    var runs: [MatchedRun] = []
    var insertions: [Int] = []
    for (number, gap) in gaps.enumerated() {
      if number > 0 { runs.append(MatchedRun(between: gaps[number - 1], gap)) }
      for index in gap.new {
        let partner = candidates.remove(new.hash(at: index)) {
          isMatch($0, index, relate, &updates)
        }
        if let partner {
          runs.append(MatchedRun(old: partner, new: index, count: 1))
        } else {
          insertions.append(index)
        }
      }
    }
    return ListChanges(
      removals: candidates.unmatched,
      insertions: insertions,
      moves: zip(runs, runs.stay).flatMap { run, stays in stays ? [] : run.indices },
      updates: updates.sorted { $0.new < $1.new }
    )
  }

  /// Returns true if two items have the same id, and records whether the item has changed.
  private func isMatch(
    _ oldIndex: Int,
    _ newIndex: Int,
    _ relate: Relate,
    _ updates: inout [ListChanges.Indices]
  ) -> Bool {
    let relation = old.read(at: oldIndex) { oldChunk, oldIndex in
      new.read(at: newIndex) { newChunk, newIndex in
        oldChunk.hashes[oldIndex] == newChunk.hashes[newIndex]
          ? relate(oldChunk, oldIndex, newChunk, newIndex) : .different
      }
    }
    if relation == .changed { updates.append(.init(old: oldIndex, new: newIndex)) }
    return relation != .different
  }
}

// MARK: Matching

/// Items of the old list, of which each is the partner of at most one item in the new list.
private struct Candidates {
  private let indices: [Int]
  private var isMatched: [Bool]
  /// The first unmatched candidate for each hash of an id.
  private var first: [Int: Int] = [:]
  /// The next unmatched candidate with the same hash, for each candidate.
  private var next: [Int?]

  init(_ indices: [Int], of list: ListedItems) {
    self.indices = indices
    isMatched = Array(repeating: false, count: indices.count)
    next = Array(repeating: nil, count: indices.count)
    for number in indices.indices.reversed() {
      next[number] = first.updateValue(number, forKey: list.hash(at: indices[number]))
    }
  }

  /// The indices of the candidates without a partner.
  var unmatched: [Int] { zip(indices, isMatched).compactMap { $1 ? nil : $0 } }

  /// Removes the first candidate with a hash for whose index a closure returns true.
  mutating func remove(_ hash: Int, where isMatch: (Int) -> Bool) -> Int? {
    var previous: Int?
    var candidate = first[hash]
    while let number = candidate {
      if isMatch(indices[number]) {
        if let previous { next[previous] = next[number] } else { first[hash] = next[number] }
        isMatched[number] = true
        return indices[number]
      }
      (previous, candidate) = (number, next[number])
    }
    return nil
  }
}

// MARK: Moves

/// Consecutive items of both lists that match.
struct MatchedRun {
  /// The index of the first item in the old list.
  let old: Int
  /// The index of the first item in the new list.
  let new: Int
  let count: Int

  var indices: [ListChanges.Indices] {
    (0..<count).map { ListChanges.Indices(old: old + $0, new: new + $0) }
  }
}

extension MatchedRun {
  /// The items between two gaps without matches.
  fileprivate init(between left: ListGap, _ right: ListGap) {
    old = left.old.upperBound
    new = left.new.upperBound
    count = right.new.lowerBound - new
  }
}

extension [MatchedRun] {
  /// For each run, whether it is in the increasing subsequence of old indices with most items.
  ///
  /// The runs are in the order of the new list. Runs with one item take n log n (Fredman, 1975).
  var stay: [Bool] {
    /// The last run of a subsequence, and its number of items: the more items, the greater the old
    /// index of the last one.
    var ends: [(run: Int, count: Int)] = []
    /// The predecessor of each run in its subsequence.
    var before: [Int?] = []
    for (number, run) in enumerated() {
      let index = ends.partitioningIndex { self[$0.run].old > run.old }
      let previous = index == 0 ? nil : ends[index - 1]
      before.append(previous?.run)
      let count = (previous?.count ?? 0) + run.count
      let last = ends[index...].firstIndex { $0.count > count } ?? ends.endIndex
      ends.replaceSubrange(index..<last, with: CollectionOfOne((run: number, count: count)))
    }
    var stay = Array<Bool>(repeating: false, count: count)
    var run = ends.last?.run
    while let member = run {
      stay[member] = true
      run = before[member]
    }
    return stay
  }
}

extension Array {
  /// The first index whose element is in the second part, by binary search.
  fileprivate func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isInSecondPart(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
