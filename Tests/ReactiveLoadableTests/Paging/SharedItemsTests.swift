import Testing

@testable import ReactiveLoadable

@Suite struct `Items that lists share` {
  @Test func `a list that grows shares the memory of the one it grew from`() {
    let short = SharedItems([1, 2]).appending([3])
    let long = short.appending([4])
    #expect(short.elements == [1, 2, 3])
    #expect(long.elements == [1, 2, 3, 4])
    #expect(short.store === long.store)
    #expect(long.extends(short) && !short.extends(long))
  }

  @Test func `it grows at both ends, and places stay what they are`() {
    let middle = SharedItems([3, 4])
    let all = middle.prepending([1, 2]).appending([5]).prepending([0])
    #expect(all.elements == [0, 1, 2, 3, 4, 5])
    #expect(all.bounds == -3..<3)
    #expect(all[0] == 3 && all[offset: 0] == 0)
    #expect(all.extends(middle))
  }

  @Test func `the second who makes the same list longer has memory of its own`() {
    let base = SharedItems([1]).appending([2])
    let (first, second) = (base.appending([3]), base.appending([4]))
    #expect(first.elements == [1, 2, 3])
    #expect(second.elements == [1, 2, 4])
    #expect(first.store !== second.store)
  }

  @Test func `growing at both ends by turns copies seldom`() {
    var items = SharedItems<Int>()
    var copies = 0
    for number in 0..<1_000 {
      let next = number % 2 == 0 ? items.appending([number]) : items.prepending([number])
      if next.store !== items.store { copies += 1 }
      items = next
    }
    #expect(items.count == 1_000)
    #expect(copies < 25, "\(copies) copies")
  }

  @Test func `what was let go of gives its memory back, and never comes back`() {
    let items = SharedItems(Array(0..<100))
    let few = items.droppingFirst(90)
    #expect(few.elements == Array(90..<100))
    #expect(few.bounds == 90..<100)
    #expect(few.store !== items.store)
    #expect(!items.extends(few) && !few.extends(items))
    let shorter = items.droppingLast(10)
    #expect(shorter.store === items.store)
    #expect(shorter.appending([7]).elements == Array(0..<90) + [7])
    #expect(items.droppingFirst(1_000).count == 0 && items.droppingLast(1_000).count == 0)
  }

  @Test func `items are released with the last list that has them`() {
    final class Token: Sendable {}
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

  @Test func `an edit is a copy, which is another list`() {
    let items = SharedItems([1, 2, 3])
    let (edited, removed) = items.edited { $0.remove(at: 1) }
    #expect(removed == 2)
    #expect(edited.elements == [1, 3])
    #expect(items.elements == [1, 2, 3])
    #expect(!edited.extends(items))
  }
}

@Suite struct `The index of the items of a list` {
  struct Entry: Identifiable { let id: Int }

  @Test func `places are found however much was edited`() {
    var chance = Seeded(1)
    var items = SharedItems((0..<50).map(Entry.init))
    var index = ItemIndex(items)
    for id in 50..<400 {
      let offset = Int.random(in: 0..<items.count, using: &chance)
      if Bool.random(using: &chance) {
        let (edited, removed) = items.edited { $0.remove(at: offset) }
        items = edited
        index.remove(removed.id, of: items)
      } else {
        items = items.edited { $0.insert(Entry(id: id), at: offset) }.0
        index.insert(id, at: items.bounds.lowerBound + offset, of: items)
      }
      for (offset, entry) in items.elements.enumerated() {
        #expect(index.place(of: entry.id, in: items) == items.bounds.lowerBound + offset)
      }
    }
    #expect(index.place(of: 1_000, in: items) == nil)
  }

  @Test func `what was taken out is known, and can be put in again`() {
    let items = SharedItems([Entry(id: 1), Entry(id: 2)])
    var index = ItemIndex(items)
    let (rest, _) = items.edited { $0.remove(at: 0) }
    index.remove(1, of: rest)
    #expect(index.place(of: 1, in: rest) == nil)
    let page = [1, 2, 3, 3].map(Entry.init)
    let found = index.newItems(of: page, for: rest)
    #expect(found.new.map(\.id) == [3])
    #expect(found.duplicates == 2)
    index.insert(1, at: 0, of: items)
    #expect(index.place(of: 1, in: items) == 0)
  }

  /// An id that all others could be taken for by its hash.
  struct Clash: Identifiable, Hashable {
    let id: Key

    struct Key: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }

    init(_ number: Int) { id = Key(number: number) }
  }

  @Test func `ids with one hash are told apart`() {
    let items = SharedItems((0..<20).map(Clash.init))
    let index = ItemIndex(items)
    for number in 0..<20 { #expect(index.place(of: Clash(number).id, in: items) == number) }
    #expect(index.place(of: Clash(20).id, in: items) == nil)
    let page = [3, 21, 22, 21].map(Clash.init)
    #expect(index.newItems(of: page, for: items).new == [21, 22].map(Clash.init))
  }

  @Test func `two lists that grow from one have each its own`() {
    let base = SharedItems([Entry(id: 1)]).appending([Entry(id: 2)])
    let index = ItemIndex(base)
    var (first, second) = (index, index)
    let (left, right) = (base.appending([Entry(id: 3)]), base.appending([Entry(id: 4)]))
    first.note(2..<3, of: left, after: base)
    second.note(2..<3, of: right, after: base)
    #expect(first.place(of: 3, in: left) == 2 && first.place(of: 4, in: left) == nil)
    #expect(second.place(of: 4, in: right) == 2 && second.place(of: 3, in: right) == nil)
    #expect(first.place(of: 3, in: base) == nil)
  }
}
