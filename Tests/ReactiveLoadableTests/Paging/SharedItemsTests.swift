import ReactiveLoadable
import Testing

@testable import ReactivePaging

@Suite struct `Storage shared between lists` {
  typealias Items = SharedItems<Row>

  /// Whether both share the first chunk in memory.
  private func share(_ left: Items, _ right: Items) -> Bool {
    left.chunks.groups.first?.chunks.first === right.chunks.groups.first?.chunks.first
  }

  @Test func `a list that grows shares the memory of the one it grew from`() {
    let short = Items([1, 2]).appending([3])
    let long = short.appending([4])
    #expect(short.elements == [1, 2, 3])
    #expect(long.elements == [1, 2, 3, 4])
    #expect(share(short, long))
    #expect(long.extends(short) && !short.extends(long))
  }

  @Test func `it grows at both ends, and indices stay valid`() {
    let middle = Items([3, 4])
    let all = middle.prepending([1, 2]).appending([5]).prepending([0])
    #expect(all.elements == [0, 1, 2, 3, 4, 5])
    #expect(all.bounds == -3..<3)
    #expect(all[0] == 3 && all[offset: 0] == 0)
    #expect(all.extends(middle))
  }

  @Test func `the second list that extends the same storage copies it`() {
    let base = Items([1]).appending([2])
    let (first, second) = (base.appending([3]), base.appending([4]))
    #expect(first.elements == [1, 2, 3])
    #expect(second.elements == [1, 2, 4])
    #expect(!first.extends(second) && !second.extends(first) && first.extends(base))
  }

  @Test func `growing at both ends by turns copies a group of chunks at most`() {
    var items = Items()
    for number in 0..<1_000 {
      let row = Row(id: number)
      let next = number % 2 == 0 ? items.appending([row]) : items.prepending([row])
      let before = Set(items.chunks.groups.map(ObjectIdentifier.init))
      let new = next.chunks.groups.filter { !before.contains(ObjectIdentifier($0)) }
      #expect(new.count == 1 && new.allSatisfy { $0.chunks.count <= ChunkList.groupCapacity })
      items = next
    }
    #expect(items.count == 1_000)
    #expect(items.chunks.groups.count <= 1_000 / ChunkList.groupCapacity + 2)
  }

  @Test func `released items free their memory, and never return`() {
    let items = Items((0..<100).map { Row(id: $0) })
    let few = items.droppingFirst(90)
    #expect(few.elements == (90..<100).map { Row(id: $0) })
    #expect(few.bounds == 90..<100)
    #expect(few.chunks.count == 10)
    #expect(!items.extends(few) && !few.extends(items))
    let shorter = items.droppingLast(10)
    #expect(share(shorter, items))
    #expect(shorter.appending([107]).elements == (0..<90).map { Row(id: $0) } + [107])
    #expect(items.droppingFirst(1_000).count == 0 && items.droppingLast(1_000).count == 0)
    #expect(items.droppingFirst(1_000).appending([7]).elements == [7])
    #expect(items.droppingLast(1_000).prepending([7]).elements == [7])
  }

  @Test func `items are released with the last list that has them`() {
    final class Token: Identifiable, Sendable {}
    weak var (first, second): (Token?, Token?)
    var kept: SharedItems<Token>?
    do {
      let (one, two) = (Token(), Token())
      (first, second) = (one, two)
      kept = SharedItems([one]).appending([two]).droppingFirst(1)
    }
    #expect(kept?.count == 1)
    #expect(second != nil)
    kept = nil
    #expect(first == nil && second == nil)
  }

  @Test func `an edited list is a copy, and the original stays`() {
    let items = Items([1, 2, 3])
    let edited = items.removing(1)
    #expect(edited.elements == [1, 3])
    #expect(items.elements == [1, 2, 3])
    #expect(!edited.extends(items))
  }

  /// Every operation, compared with an array and a number.
  @Test(arguments: 0..<60)
  func `After any operations it has the items of an array`(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    var (items, array, start) = (Items(), [Row](), 0)
    var next = 0
    var older: [(items: Items, array: [Row])] = []
    for _ in 0..<400 {
      let sizes = [0, 1, 1, 2, 20, 130, 400]
      let new = (0..<(sizes.randomElement(using: &random) ?? 0)).map { Row(id: next + $0) }
      next += 1_000
      let count = Int.random(in: 0...(array.count / 3 + 1), using: &random)
      let offset = Int.random(in: 0...array.count, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: (items, array) = (items.appending(new), array + new)
      case 2, 3:
        (items, array, start) = (items.prepending(new), new + array, start - new.count)
      case 4:
        start += min(count, array.count)
        (items, array) = (items.droppingFirst(count), Array(array.dropFirst(count)))
      case 5: (items, array) = (items.droppingLast(count), array.dropLast(count))
      case 6 where offset < array.count:
        items = items.removing(start + offset)
        array.remove(at: offset)
      case 7 where offset < array.count:
        array[offset].text += "*"
        items = items.replacing(start + offset, by: array[offset])
      default:
        let row = Row(id: next)
        items = items.inserting(row, row.id.hashValue, at: offset).items
        array.insert(row, at: offset)
      }
      try #require(items.elements == array)
      try #require(items.bounds == start..<(start + array.count))
      if let position = array.indices.randomElement(using: &random) {
        try #require(items[offset: position] == array[position])
      }
      older.append((items, array))
      if let old = older.randomElement(using: &random) {
        try #require(old.items.elements == old.array)
        if items.extends(old.items) { try #require(items.contains(old)) }
        if let positions = items.sharedPositions(with: old.items) {
          try #require(items.elements(at: positions) == old.items.elements(at: positions))
        }
      }
      try #require(Array(IteratorSequence(PagedList<Int, Row, Never>.Iterator(items))) == array)
    }
  }
}

extension SharedItems<Row> {
  fileprivate func contains(_ old: (items: Self, array: [Row])) -> Bool {
    elements(at: old.items.bounds) == old.array
  }
}

@Suite struct `The index of the items of a list` {
  struct Entry: Identifiable { let id: Int }

  @Test func `indices are correct after any edits`() {
    var random = SeededGenerator(1)
    var items = SharedItems((0..<50).map(Entry.init))
    var index = ItemIndex(items)
    for id in 50..<400 {
      let offset = Int.random(in: 0..<items.count, using: &random)
      if Bool.random(using: &random) {
        index.exclude(items[offset: offset].id)
        items = items.removing(items.bounds.lowerBound + offset)
      } else {
        let (edited, chunk) = items.inserting(Entry(id: id), id.hashValue, at: offset)
        items = edited
        index.insert(id, id.hashValue, in: chunk, of: items)
      }
      for (offset, entry) in items.elements.enumerated() {
        #expect(index.position(of: entry.id, in: items) == items.bounds.lowerBound + offset)
      }
    }
    #expect(index.position(of: 1_000, in: items) == nil)
  }

  @Test func `removed items are recorded, and can be inserted again`() {
    let items = SharedItems([Entry(id: 1), Entry(id: 2)])
    var index = ItemIndex(items)
    let rest = items.removing(0)
    index.exclude(1)
    #expect(index.position(of: 1, in: rest) == nil)
    let page = [1, 2, 3, 3].map(Entry.init)
    let found = index.newItems(of: page, for: rest)
    #expect(found.items.map(\.id) == [3])
    #expect(found.hashes == [3.hashValue])
    #expect(found.duplicates == 2)
    index.insert(1, 1.hashValue, in: 0, of: items)
    #expect(index.position(of: 1, in: items) == 0)
  }

  /// An id with the same hash as all others.
  struct Clash: Identifiable, Hashable {
    let id: Key

    struct Key: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }

    init(_ number: Int) { id = Key(number: number) }
  }

  @Test func `ids with equal hashes are distinguished`() {
    let items = SharedItems((0..<20).map(Clash.init))
    let index = ItemIndex(items)
    for number in 0..<20 { #expect(index.position(of: Clash(number).id, in: items) == number) }
    #expect(index.position(of: Clash(20).id, in: items) == nil)
    let page = [3, 21, 22, 21].map(Clash.init)
    #expect(index.newItems(of: page, for: items).items == [21, 22].map(Clash.init))
  }

  @Test func `two lists that grow from one have separate indices`() {
    let base = SharedItems([Entry(id: 1)]).appending([Entry(id: 2)])
    let index = ItemIndex(base)
    var (first, second) = (index, index)
    let (left, right) = (base.appending([Entry(id: 3)]), base.appending([Entry(id: 4)]))
    first.record(left, since: base)
    second.record(right, since: base)
    #expect(first.position(of: 3, in: left) == 2 && first.position(of: 4, in: left) == nil)
    #expect(second.position(of: 4, in: right) == 2 && second.position(of: 3, in: right) == nil)
    #expect(first.position(of: 3, in: base) == nil)
  }
}
