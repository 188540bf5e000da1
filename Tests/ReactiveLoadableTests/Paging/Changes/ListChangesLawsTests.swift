// The storage of lists is not public, and changes derived from it must equal those derived from
// ids.
import ReactiveLoadable
import Testing

@testable import ReactivePaging

/// Applies changes to a list, in the order of batch updates of tables.
func applied(_ changes: ListChanges, to old: [Row], of new: [Row]) -> [Row] {
  var rows = old
  for index in (changes.removals + changes.moves.map(\.old)).sorted(by: >) {
    rows.remove(at: index)
  }
  let inserted = changes.insertions.map { ($0, new[$0]) }
  let moved = changes.moves.map { ($0.new, old[$0.old]) }
  for (index, row) in (inserted + moved).sorted(by: { $0.0 < $1.0 }) {
    rows.insert(row, at: index)
  }
  for update in changes.updates { rows[update.new] = new[update.new] }
  return rows
}

/// The length of the longest increasing subsequence, by brute force.
private func longestRun(_ numbers: [Int]) -> Int {
  var longest = [Int](repeating: 1, count: numbers.count)
  for later in numbers.indices {
    for earlier in 0..<later where numbers[earlier] < numbers[later] {
      longest[later] = max(longest[later], longest[earlier] + 1)
    }
  }
  return longest.max() ?? 0
}

/// The smallest number of moves that leaves the rest in order.
private func leastMoves(_ old: [Row], _ new: [Row]) -> Int {
  let kept = new.compactMap { row in old.firstIndex { $0.id == row.id } }
  return (0..<(1 << kept.count)).compactMap { choice -> Int? in
    let stays = kept.indices.filter { choice & (1 << $0) != 0 }.map { kept[$0] }
    return stays == stays.sorted() ? kept.count - stays.count : nil
  }.min() ?? 0
}

@Suite struct `Laws of list changes (Q1)` {
  private func rows(_ most: Int, _ random: inout SeededGenerator) -> [Row] {
    let ids = Array(0..<(most * 3 / 2)).shuffled(using: &random)
    return ids.prefix(Int.random(in: 0...most, using: &random)).map {
      Row(id: $0, text: Bool.random(using: &random) ? "a" : "b")
    }
  }

  private func changes(_ old: [Row], _ new: [Row]) -> ListChanges {
    RowList(key: "", new).changes(from: RowList(key: "", old))
  }

  @Test func `applied to the old list, they give the new one`() {
    var random = SeededGenerator(1)
    for round in 0..<20_000 {
      let old = rows(12, &random)
      let new = rows(12, &random)
      let changes = changes(old, new)
      guard applied(changes, to: old, of: new) == new,
        Set(changes.moves).count == changes.moves.count
      else {
        Issue.record("round \(round): \(old) to \(new) gives \(changes)")
        return
      }
    }
  }

  @Test func `the number of moves is minimal`() {
    var random = SeededGenerator(2)
    for round in 0..<2_000 {
      let old = rows(8, &random)
      let new = rows(8, &random)
      let found = changes(old, new).moves.count
      guard found == leastMoves(old, new) else {
        Issue.record("round \(round): \(old) to \(new) has \(found) moves")
        return
      }
    }
  }

  @Test func `the longest increasing run of items does not move`() {
    var random = SeededGenerator(3)
    for _ in 0..<500 {
      let numbers = Array(0..<40).shuffled(using: &random)
      let members = numbers.membersOfLongestIncreasingSubsequence()
      let run = zip(numbers, members).compactMap { $1 ? $0 : nil }
      #expect(run == run.sorted() && run.count == longestRun(numbers))
    }
  }

  @Test func `lists with duplicate ids have changes that give the new list, too`() {
    var random = SeededGenerator(4)
    for round in 0..<5_000 {
      let old = (rows(6, &random) + rows(6, &random)).shuffled(using: &random)
      let new = (rows(6, &random) + rows(6, &random)).shuffled(using: &random)
      let changes = changes(old, new)
      guard applied(changes, to: old, of: new) == new else {
        Issue.record("round \(round): \(old) to \(new) gives \(changes)")
        return
      }
    }
  }
}

@Suite struct `Changes derived from the history of lists (Q1)` {
  typealias Items = SharedItems<Row>

  private func isSame(_ old: Row, _ new: Row) -> Bool { old == new }

  /// Two lists, the second of which results from the first by pages and windows.
  private func pair(_ random: inout SeededGenerator) -> (Items, Items) {
    let page = { (random: inout SeededGenerator) in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Row(id: Int.random(in: 0..<Int.max, using: &random))
      }
    }
    let old = Items(page(&random)).appending(page(&random)).prepending(page(&random))
    var new = old
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: new = new.appending(page(&random))
      case 1: new = new.prepending(page(&random))
      case 2: new = new.droppingFirst(1)
      default: new = new.droppingLast(1)
      }
    }
    return (old, new)
  }

  @Test func `they equal the changes derived from ids`() {
    var random = SeededGenerator(5)
    var compared = 0
    for _ in 0..<20_000 {
      let (old, new) = pair(&random)
      guard let changes = new.changesAtEnds(from: old) else { continue }
      compared += 1
      guard changes == ListComparison(old, new).changes(isSame) else {
        Issue.record("\(old.elements) to \(new.elements) gives \(changes)")
        return
      }
    }
    #expect(compared > 10_000)
  }

  @Test func `a list that has grown or was moved by a window is not searched by ids`() {
    let old = Items([1, 2]).appending([3, 4])
    #expect(old.appending([5]).changesAtEnds(from: old) == ListChanges(insertions: [4]))
    #expect(old.prepending([0]).changesAtEnds(from: old) == ListChanges(insertions: [0]))
    #expect(old.droppingFirst(1).changesAtEnds(from: old) == ListChanges(removals: [0]))
    #expect(old.changesAtEnds(from: old.droppingLast(2)) == ListChanges(insertions: [2, 3]))
    let slid = Items([1, 2]).appending([3, 4])
    #expect(
      slid.appending([5, 6]).droppingFirst(2).changesAtEnds(from: slid)
        == ListChanges(removals: [0, 1], insertions: [2, 3])
    )
  }

  @Test func `an item dropped at one end and added at the other has moved`() {
    let all = Items([1, 2, 3]).appending([1])
    let old = all.droppingLast(1)
    let new = all.droppingFirst(1)
    #expect(new.changesAtEnds(from: old) == nil)
    #expect(new.changes(from: old, isSame: isSame) == ListChanges(moves: [.init(old: 0, new: 2)]))
  }

  @Test func `two lists with a common origin are different lists`() {
    for room in [0, 1, 2, 3] {
      let base = (0..<room).reduce(Items([1])) { items, id in items.appending([Row(id: 10 + id)]) }
      let left = base.appending([2])
      let right = base.appending([3])
      #expect(left != right)
      #expect(!left.extends(right) && !right.extends(left))
      #expect(
        right.changes(from: left, isSame: isSame)
          == ListChanges(removals: [room + 1], insertions: [room + 1])
      )
      #expect(base.prepending([2]) != base.prepending([3]))
    }
  }

  @Test func `a list keeps sharing items with the lists that it grew from`() {
    var items = Items([0])
    for id in 1..<100 {
      let grown =
        id.isMultiple(of: 2) ? items.appending([Row(id: id)]) : items.prepending([Row(id: id)])
      #expect(grown.extends(items) && !items.extends(grown))
      items = grown
    }
  }
}
