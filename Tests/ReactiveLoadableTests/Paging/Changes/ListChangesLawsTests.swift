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

/// The number of items in the increasing runs with most items, by brute force.
private func longestRun(_ runs: [MatchedRun]) -> Int {
  var longest = runs.map(\.count)
  for later in runs.indices {
    for earlier in 0..<later where runs[earlier].old < runs[later].old {
      longest[later] = max(longest[later], longest[earlier] + runs[later].count)
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
    for round in 0..<6_000 {
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
    for round in 0..<600 {
      let old = rows(8, &random)
      let new = rows(8, &random)
      let found = changes(old, new).moves.count
      guard found == leastMoves(old, new) else {
        Issue.record("round \(round): \(old) to \(new) has \(found) moves")
        return
      }
    }
  }

  @Test func `the increasing runs with most items do not move`() {
    var random = SeededGenerator(3)
    for _ in 0..<500 {
      let counts = (0..<20).map { _ in Int.random(in: 1...4, using: &random) }
      let runs = counts.indices.shuffled(using: &random).enumerated().map { new, old in
        MatchedRun(old: old, new: new, count: counts[old])
      }
      let staying = zip(runs, runs.stay).compactMap { $1 ? $0 : nil }
      #expect(staying.map(\.old) == staying.map(\.old).sorted())
      #expect(staying.reduce(0) { $0 + $1.count } == longestRun(runs))
    }
  }

  @Test func `lists with duplicate ids have changes that give the new list, too`() {
    var random = SeededGenerator(4)
    for round in 0..<1_500 {
      let old = (rows(6, &random) + rows(6, &random)).shuffled(using: &random)
      let new = (rows(6, &random) + rows(6, &random)).shuffled(using: &random)
      let changes = changes(old, new)
      guard applied(changes, to: old, of: new) == new,
        changes == ListChangesReference(old, new).changes(==)
      else {
        Issue.record("round \(round): \(old) to \(new) gives \(changes)")
        return
      }
    }
  }
}

@Suite struct `Changes derived from the history of lists (Q1)` {
  typealias Items = SharedItems<Row>

  private func isSame(_ old: Row, _ new: Row) -> Bool { old == new }

  private func changes(_ old: Items, _ new: Items) -> ListChanges {
    new.changes(from: old, isSame: isSame)
  }

  @Test(arguments: [1, 2, 8, 100])
  func `they equal the changes derived from ids`(pages: Int) {
    var lists = RandomItems(pages)
    for round in 0..<(Self.rounds / (pages + 10)) {
      let old = lists.list(of: pages)
      let new = lists.changed(old, atMost: 6)
      for (old, new) in [(old, new), (new, old)] {
        let changes = changes(old, new)
        guard changes == ListChangesReference(old.elements, new.elements).changes(isSame) else {
          Issue.record("round \(round): \(old.elements) to \(new.elements) gives \(changes)")
          return
        }
      }
    }
  }

  /// The number of compared pairs of lists, more with fewer pages.
  private static let rounds = 12_000

  @Test func `rows with duplicate ids that share memory have changes that give the new list, too`()
  {
    var lists = RandomItems(6)
    for round in 0..<1_000 {
      let old = lists.list(of: 8)
      let new = lists.changed(old, atMost: 6)
      var rows = MappedRows<Row, Row> { Row(id: $0.id % 7, text: $0.text) }
      let (oldRows, newRows) = (rows.rows(of: old), rows.rows(of: new))
      let changes = changes(oldRows, newRows)
      guard applied(changes, to: oldRows.elements, of: newRows.elements) == newRows.elements else {
        Issue.record("round \(round): \(oldRows.elements) to \(newRows.elements) gives \(changes)")
        return
      }
    }
  }

  @Test func `items of chunks that both lists have are not compared`() {
    var lists = RandomItems(7)
    let old = lists.list(of: 1_000)
    func compared(_ new: Items) -> Int {
      var count = 0
      _ = new.changes(from: old) { left, right in
        count += 1
        return left == right
      }
      return count
    }
    #expect(compared(old) == 0)
    #expect(compared(old.appending([Row(id: -1)]).droppingFirst(2)) == 0)
    #expect((1...3).contains(compared(old.replacing(500, by: old[500]))))
    #expect((1...3).contains(compared(old.inserting(Row(id: -1), 0, at: 900).items)))
    #expect((1...6).contains(compared(old.removing(100).replacing(900, by: old[900]))))
    #expect(compared(Items(old.elements)) == old.count)
  }

  @Test func `lists are equal if their items are`() {
    var lists = RandomItems(8)
    for _ in 0..<1_000 {
      let old = lists.list(of: 8)
      let new = lists.changed(old, atMost: 3)
      #expect((old == new) == (old.elements == new.elements))
      #expect(Items(new.elements) == new)
    }
    // The shared chunk has another index in the second list.
    let one = Items([1])
    #expect(one.prepending([1]) == one.appending([1]))
  }

  @Test func `an item dropped at one end and added at the other has moved`() {
    let all = Items([1, 2, 3]).appending([1])
    let old = all.droppingLast(1)
    let new = all.droppingFirst(1)
    #expect(changes(old, new) == ListChanges(moves: [.init(old: 0, new: 2)]))
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
