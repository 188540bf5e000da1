import ReactiveLoadable

/// The changes between two arrays, which reads all items: the reference for the changes of lists.
struct ListChangesReference<Item: Identifiable> {
  private let old: [Item]
  private let new: [Item]
  /// The items after the common prefix and before the common suffix.
  private let (oldMiddle, newMiddle): (Range<Int>, Range<Int>)

  init(_ old: [Item], _ new: [Item]) {
    (self.old, self.new) = (old, new)
    let most = min(old.count, new.count)
    let prefix = (0..<most).prefix { old[$0].id == new[$0].id }.count
    let suffix = (0..<(most - prefix)).prefix {
      old[old.count - 1 - $0].id == new[new.count - 1 - $0].id
    }.count
    oldMiddle = prefix..<(old.count - suffix)
    newMiddle = prefix..<(new.count - suffix)
  }

  func changes(_ isSame: (Item, Item) -> Bool) -> ListChanges {
    let partners = partners()
    let kept = zip(newMiddle, partners).compactMap { new, old in
      old.map { ListChanges.Indices(old: $0, new: new) }
    }
    let stays = Self.longestIncreasingRun(kept.map(\.old))
    let all = pairs(0..<newMiddle.lowerBound, 0) + kept
    let suffix = pairs(newMiddle.upperBound..<new.count, old.count - new.count)
    return ListChanges(
      removals: oldMiddle.filter { index in !kept.contains { $0.old == index } },
      insertions: zip(newMiddle, partners).compactMap { new, old in old == nil ? new : nil },
      moves: kept.filter { !stays.contains($0.old) },
      updates: (all + suffix).filter { !isSame(old[$0.old], new[$0.new]) }
    )
  }

  private func pairs(_ indices: Range<Int>, _ difference: Int) -> [ListChanges.Indices] {
    indices.map { ListChanges.Indices(old: $0 + difference, new: $0) }
  }

  /// The index of the first unmatched old item with the id of each new item in the middle.
  private func partners() -> [Int?] {
    var indices: [Item.ID: [Int]] = [:]
    for index in oldMiddle { indices[old[index].id, default: []].append(index) }
    return newMiddle.map { index in
      let id = new[index].id
      return indices[id]?.isEmpty == false ? indices[id]?.removeFirst() : nil
    }
  }

  /// One longest increasing subsequence: of those with one length, the one with the last items.
  private static func longestIncreasingRun(_ numbers: [Int]) -> Set<Int> {
    var lengths: [Int] = []
    for (position, number) in numbers.enumerated() {
      lengths.append(
        1 + ((0..<position).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0)
      )
    }
    var (run, length, limit) = (Set<Int>(), lengths.max() ?? 0, Int.max)
    for position in numbers.indices.reversed()
    where lengths[position] == length && numbers[position] < limit {
      (limit, length) = (numbers[position], length - 1)
      run.insert(limit)
    }
    return run
  }
}
