import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// Lists of items after any sequence of changes, compared with arrays.
@Suite struct `Attacks on the items of lists (P)` {
  private typealias Items = SharedItems<Row>
  private typealias Contents = ListContents<String, Int, Row, LoadError>

  private func list(_ items: Items) -> PagedList<String, Row, Never> {
    PagedList(
      items,
      ListProperties(
        key: NumberedKey("a"),
        append: BoxedPageEnd(.complete),
        prepend: BoxedPageEnd(.complete),
        total: nil,
        duplicateCount: 0
      )
    )
  }

  /// Compares all ways to read a list with an array.
  private func check(_ items: Items, _ model: [Row], _ trace: [String]) -> Bool {
    let list = list(items)
    let note = Comment(rawValue: trace.suffix(12).joined(separator: " "))
    guard items.elements == model, Array(list) == model, list.count == model.count else {
      Issue.record("\(items.elements.map(\.id)) is not \(model.map(\.id)): \(note)")
      return false
    }
    var iterated: [Row] = []
    for row in list { iterated.append(row) }
    let areSame =
      iterated == model && list.indices.map { list[$0] } == model
      && Array(list.reversed()) == model.reversed()
      && Array(list.dropFirst(model.count / 2)) == Array(model.dropFirst(model.count / 2))
      && items == Items(model) && list.first == model.first && list.last == model.last
    #expect(areSame, note)
    return areSame
  }

  @Test(arguments: [2, 3, 5]) func `items read like an array after any changes`(_ seed: UInt64) {
    var random = SeededGenerator(seed)
    var (items, model, next) = (Items(), [Row](), 0)
    var (old, oldModel) = (items, model)
    var rows = MappedRows<Row, Row> { $0.id.isMultiple(of: 3) ? nil : $0 }
    let hasManyRows = seed % 3 == 0
    var trace: [String] = []
    func new(_ count: Int) -> [Row] {
      defer { next += count }
      return (next..<(next + count)).map { Row(id: $0) }
    }
    for _ in 0..<150 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        let page = new(Int.random(in: 0...(hasManyRows ? 300 : 3), using: &random))
        trace.append("append \(page.count)")
        (items, model) = (items.appending(page), model + page)
      case 1:
        let page = new(Int.random(in: 0...(hasManyRows ? 300 : 3), using: &random))
        trace.append("prepend \(page.count)")
        (items, model) = (items.prepending(page), page + model)
      case 2:
        let count = Int.random(in: 0...(model.count / 3 + 1), using: &random)
        trace.append("dropFirst \(count)")
        (items, model) = (items.droppingFirst(count), Array(model.dropFirst(count)))
      case 3:
        let count = Int.random(in: 0...(model.count / 3 + 1), using: &random)
        trace.append("dropLast \(count)")
        (items, model) = (items.droppingLast(count), Array(model.dropLast(count)))
      case 4, 5:
        let offset = Int.random(in: 0...model.count, using: &random)
        let row = new(1)[0]
        trace.append("insert \(offset)")
        let (inserted, chunk) = items.inserting(row, row.id.hashValue, at: offset)
        items = inserted
        model.insert(row, at: offset)
        let position = items.chunks.numbers.contains(chunk) ? chunk : nil
        #expect(position.map { items.chunks[$0].items(of: Row.self).contains(row) } == true)
      case 6, 7:
        guard let offset = model.indices.randomElement(using: &random) else { continue }
        trace.append("remove \(offset)")
        items = items.removing(items.bounds.lowerBound + offset)
        model.remove(at: offset)
      default:
        guard let offset = model.indices.randomElement(using: &random) else { continue }
        trace.append("replace \(offset)")
        model[offset].text += "!"
        items = items.replacing(items.bounds.lowerBound + offset, by: model[offset])
      }
      guard check(items, model, trace) else { return }
      let index = ItemIndex(items)
      #expect(
        model.indices.allSatisfy {
          index.position(of: model[$0].id, in: items) == $0 + items.bounds.lowerBound
        }
      )
      let (new, before) = (list(items), list(old))
      #expect((new == before) == (model == oldModel))
      let changes = new.changes(from: before)
      let expected = list(Items(model)).changes(from: list(Items(oldModel)))
      if changes != expected {
        Issue.record("\(changes) is not \(expected): \(trace.suffix(12))"); return
      }
      if Bool.random(using: &random) { (old, oldModel) = (items, model) }
      if Bool.random(using: &random) {
        let mapped = rows.rows(of: items)
        guard check(mapped, model.filter { !$0.id.isMultiple(of: 3) }, trace + ["rows"]) else {
          return
        }
      }
    }
  }

  @Test(arguments: 0..<4) func `contents of lists that diverge find only their own items`(
    _ seed: UInt64
  ) {
    var random = SeededGenerator(seed)
    let first = Contents(NumberedKey("a"), in: PageWindow(limit: seed % 2 == 0 ? nil : 3))
    var lists: [(contents: Contents, pages: [[Row]], removed: Set<Int>)] = [(first, [], [])]
    let request = ReactiveLoadable.Box(PageRequest<String, Int>(key: "a"))
    for _ in 0..<300 {
      let number = lists.indices.randomElement(using: &random)!
      let contents = Contents(copying: lists[number].contents)
      var (pages, removed) = (lists[number].pages, lists[number].removed)
      let all = pages.flatMap { $0 }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        let end: ListEnd = Bool.random(using: &random) ? .end : .start
        let ids = (0..<Int.random(in: 0...5, using: &random)).map { _ in
          Int.random(in: 0..<60, using: &random)
        }
        var seen = Set(all.map(\.id)).union(removed)
        let fresh = ids.filter { seen.insert($0).inserted }.map { Row(id: $0) }
        _ = contents.add(Page(ids.map { Row(id: $0) }, next: 2, previous: 1), of: request, at: end)
        if !fresh.isEmpty || pages.isEmpty {
          pages.insert(fresh, at: end == .end ? pages.count : 0)
        }
        if let count = contents.trim(end.other) {
          var dropped = 0
          while pages.count > 3 {
            dropped += (end == .end ? pages.removeFirst() : pages.removeLast()).count
          }
          #expect(count == dropped)
        }
      case 3, 4:
        guard let row = all.randomElement(using: &random) else { continue }
        #expect(contents.apply(.remove(row.id)))
        removed.insert(row.id)
        for page in pages.indices { pages[page].removeAll { $0.id == row.id } }
      case 5, 6:
        let id = Int.random(in: 0..<60, using: &random)
        // Only at the ends and in the middle of pages, so that the page is unique.
        for page in pages.indices { pages[page].removeAll { $0.id == id } }
        let anchors = pages.indices.filter { pages[$0].count > 0 }
        guard let page = anchors.randomElement(using: &random) else {
          continue
        }
        let slot = pages[page].indices.randomElement(using: &random)!
        let anchor = pages[page][slot]
        _ = contents.apply(.insert(Row(id: id), at: .before(anchor.id)))
        removed.remove(id)
        // An item at the start of a page belongs to that page.
        pages[page].insert(Row(id: id), at: slot)
      default:
        if lists.count < 4 { lists.append((contents, pages, removed)) }
      }
      let model = pages.flatMap { $0 }
      if contents.items.elements != model {
        Issue.record("\(contents.items.elements.map(\.id)) is not \(pages.map { $0.map(\.id) })")
        return
      }
      let positions = Dictionary(uniqueKeysWithValues: model.enumerated().map { ($1.id, $0) })
      #expect((0..<60).allSatisfy { contents.offset(of: $0) == positions[$0] })
      lists[number] = (contents, pages, removed)
    }
  }

  @Test func `a chunk whose visible items were all removed hides no items of the next change`() {
    let items = Items([1, 2]).appending([3, 4]).droppingLast(1)
    #expect(items.removing(2).appending([5]).elements == [1, 2, 5])
    let other = Items([3, 4]).prepending([1, 2]).droppingFirst(1)
    let none = other.removing(other.bounds.lowerBound)
    #expect(none.prepending([0]).elements == [0, 3, 4])
    #expect(none.withWholeChunks.elements == [3, 4])
  }

  @Test(.needsImmediateTasks)
  func `a row inserted after an empty first page does not affect later pages`() {
    let answers = Log<Int?>()
    let loader = PagedLoader<String, Int, Row, LoadError>(policy: PagingPolicy(window: 2)) {
      request in
      let isFirst = answers.entries.isEmpty
      answers.note(request.cursor)
      switch request.cursor {
      case nil: return Page(isFirst ? [] : [5], next: nil, previous: -1)
      case -1: return Page([1, 2], next: nil, previous: -2)
      default: return Page([3, 4], next: nil)
      }
    }
    func shown() -> [Row]? { loader.state.latest.map { Array($0) } }
    loader.load("a")
    loader.previous()
    loader.insert(9, at: .end)
    #expect(shown() == [1, 2, 9])
    loader.previous()
    #expect(shown() == [3, 4, 1, 2])
    loader.remove(1)
    loader.remove(2)
    loader.next()
    #expect(shown() == [5])
  }

  @Test func `an empty list that shares its chunk with a longer one takes items at both ends`() {
    let items = Items((0..<128).map { Row(id: $0) })
    for part in [items.droppingFirst(96), items.droppingLast(96)] {
      var empty = part
      while empty.count > 0 { empty = empty.removing(empty.bounds.lowerBound) }
      #expect(empty.elements.isEmpty && Array(list(empty)).isEmpty && list(empty).first == nil)
      #expect(empty.appending([500, 501]).elements == [500, 501])
      #expect(empty.prepending([500, 501]).elements == [500, 501])
      let one = empty.inserting(500, 500.hashValue, at: 0).items
      #expect(one.elements == [500])
      #expect(one.appending([501]).prepending([499]).elements == [499, 500, 501])
      #expect(empty.droppingFirst(1).elements.isEmpty && empty.droppingLast(1).elements.isEmpty)
      #expect(empty.withWholeChunks.elements.isEmpty)
      var rows = MappedRows<Row, Row> { $0 }
      #expect(rows.rows(of: part).count == 32)
      #expect(rows.rows(of: empty).elements.isEmpty)
      #expect(rows.rows(of: one).elements == [500])
    }
  }
}
