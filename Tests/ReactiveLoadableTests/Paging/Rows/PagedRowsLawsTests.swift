import ReactiveLoadable
import Testing

/// A loader whose pages come at once, of the items from -400 to 399, and which notes what is asked for.
private final class Shelf: Sendable {
  let requests = Log<PageRequest<String, Int>>()
  let size: Int

  init(size: Int) { self.size = size }

  func loader(_ policy: PagingPolicy = PagingPolicy()) -> RowLoader {
    RowLoader(policy: policy, failure: { _ in .second }) { [self] request in
      requests.note(request)
      let number = request.cursor ?? 0
      let rows = (0..<size).map { Row(id: number * size + $0) }
      let isLast = (number + 1) * size >= 400
      let isFirst = number * size <= -400
      return Page(rows, next: isLast ? nil : number + 1, previous: isFirst ? nil : number - 1)
    }
  }
}

/// One of the things that are done to a list.
private func disturb(_ loader: RowLoader, _ chance: inout Seeded) {
  let id = Int.random(in: -40..<40, using: &chance)
  switch Int.random(in: 0..<14, using: &chance) {
  case 0: loader.load("a")
  case 1: loader.loadIfNeeded(Bool.random(using: &chance) ? "a" : "b")
  case 2: loader.refresh()
  case 3: loader.deepRefresh()
  case 4: loader.remove(id)
  case 5: loader.insert(Row(id: 1000 + id), at: .before(id))
  case 6: loader.edit(id) { $0.text = "x" }
  case 7 where id == 0: loader.clear()
  case 8, 9: loader.previous()
  default: loader.next()
  }
}

@Suite struct `Laws of the rows of a paged list (Q3, Q4)` {
  @Test func `rows are what a transform of the whole list gives`() {
    for seed in 0..<40 {
      var chance = Seeded(UInt64(seed))
      let policy = PagingPolicy(
        prefetchDistance: 2, window: seed.isMultiple(of: 3) ? 3 : nil)
      let loader = Shelf(size: 4).loader(policy)
      let rows = loader.rows { row in
        row.id.isMultiple(of: 3) ? nil : Row(id: row.id, text: "\(row.text)!")
      }
      for step in 0..<60 {
        disturb(&chance, loader, rows)
        let expected = loader.state.latest?.filter { !$0.id.isMultiple(of: 3) }.map {
          Row(id: $0.id, text: "\($0.text)!")
        }
        guard rows.state.latest.map(Array.init) == expected,
          rows.state.latest?.append == loader.state.latest?.append,
          rows.state.latest?.prepend == loader.state.latest?.prepend
        else {
          Issue.record("seed \(seed), step \(step): \(rows.state) of \(loader.state)")
          return
        }
      }
    }
  }

  @Test func `a row of a section stands before the first item, and where the section changes`() {
    for seed in 0..<40 {
      var chance = Seeded(UInt64(seed))
      let loader = Shelf(size: 3).loader(PagingPolicy(window: seed.isMultiple(of: 3) ? 4 : nil))
      let rows = loader.sectionedRows { ($0.id + 500) / 5 % 4 }
      for step in 0..<60 {
        disturb(loader, &chance)
        guard let list = rows.state.latest, let items = loader.state.latest else { continue }
        let sections = items.map { ($0.id + 500) / 5 % 4 }
        let starts = sections.indices.filter { $0 == 0 || sections[$0 - 1] != sections[$0] }
        let expected = items.indices.flatMap { index in
          (starts.contains(index) ? ["s\(sections[index])"] : []) + ["\(items[index])"]
        }
        let found = list.map { row in row.section.map { "s\($0)" } ?? row.item.map { "\($0)" } }
        guard found == expected, Set(list.map(\.id)).count == list.count else {
          Issue.record("seed \(seed), step \(step): \(Array(list)) of \(Array(items))")
          return
        }
      }
    }
  }

  private func disturb(
    _ chance: inout Seeded,
    _ loader: RowLoader,
    _ rows: PagedRows<String, Row, SampleError>
  ) {
    ReactiveLoadableTests.disturb(loader, &chance)
    guard let list = rows.state.latest, let row = list.randomElement(using: &chance) else { return }
    if Bool.random(using: &chance) { rows.visible(row.id) }
  }
}

@Suite struct `What the rows of a paged list cost and keep (Q3, Q5, Q8)` {
  @Test func `a page that is added to 10,000 items is all that is transformed`() {
    let calls = Log<Int>()
    let loader = Shelf(size: 100).loader()
    let rows = loader.rows { row in
      calls.note(row.id)
      return row.id.isMultiple(of: 2) ? row : nil
    }
    let sectionCalls = Log<Int>()
    let sections = loader.sectionedRows { row in
      sectionCalls.note(row.id)
      return row.id / 1000
    }
    loader.load("a")
    for _ in 0..<3 { loader.next() }
    #expect(calls.entries == Array(0..<400))
    loader.previous()
    #expect(calls.entries.suffix(100) == Array(-100..<0)[...])
    #expect(calls.entries.count == 500 && sectionCalls.entries.count == 500)
    #expect(rows.state.value?.count == 250 && sections.state.value?.count == 501)
  }

  @Test func `a refresh or an edit has everything transformed anew`() {
    let calls = Log<Int>()
    let loader = Shelf(size: 4).loader()
    let rows = loader.rows { row in
      calls.note(row.id)
      return row
    }
    loader.load("a")
    loader.edit(2) { $0.text = "x" }
    #expect(calls.entries == [0, 1, 2, 3, 0, 1, 2, 3])
    loader.refresh()
    #expect(calls.entries.count == 12)
    withExtendedLifetime(rows) {}
  }

  @Test func `rows keep their loader alive, and the loader does not keep the rows`() {
    let calls = Log<Int>()
    let loader = Owned(Shelf(size: 2).loader())
    let rows = Owned(loader.object?.rows { row in
      calls.note(row.id)
      return row
    })
    let ends = Log<String>()
    let subscription = rows.object??.states.sink(
      receiveCompletion: { _ in ends.note("rows") }, receiveValue: { _ in })
    _ = subscription
    weak let weakRows = rows.object ?? nil
    weak let weakLoader = loader.object
    loader.object?.load("a")
    let kept = loader.object?.rows { $0 }
    rows.object = nil
    #expect(weakRows == nil && ends.entries == ["rows"])
    loader.object?.next()
    #expect(calls.entries == [0, 1])
    loader.object = nil
    #expect(weakLoader != nil && kept?.state.value?.count == 4)
  }

  @Test func `when the rows go that keep a loader, its work is cancelled and its states finish`() {
    let ends = Log<String>()
    let rows = Owned(Shelf(size: 2).loader().rows { $0 })
    let loader = Shelf(size: 2).loader()
    let states = Owned(loader.rows { $0 })
    let subscription = states.object?.states.sink(
      receiveCompletion: { _ in ends.note("end") }, receiveValue: { _ in })
    states.object = nil
    rows.object = nil
    #expect(ends.entries == ["end"])
    withExtendedLifetime((subscription, loader)) {}
  }

  @Test func `a view that tells its last row from within its observer gets all pages, each once`() {
    let shelf = Shelf(size: 40)
    let loader = shelf.loader()
    let rows = loader.rows(where: { $0.id.isMultiple(of: 8) })
    let subscription = rows.states.sink { [weak rows] state in
      if let list = state.value { rows?.visible(at: list.count - 1) }
    }
    loader.load("a")
    #expect(rows.state.value?.last?.id == 392)
    #expect(Set(shelf.requests.entries).count == shelf.requests.entries.count)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a window that is smaller than the distance does not make it ask without end`() {
    let shelf = Shelf(size: 1)
    let loader = shelf.loader(PagingPolicy(prefetchDistance: 5, window: 2))
    let rows = loader.rows { $0 }
    loader.load("a")
    rows.visible(at: 0)
    #expect(shelf.requests.entries.count <= 1 + 2 * 5)
  }

  @Test func `rows of a list that is there already are there at once, and go on at once`() {
    let shelf = Shelf(size: 2)
    let loader = shelf.loader()
    loader.load("a")
    #expect(loader.rows { $0 }.state.value.map(Array.init) == [0, 1])
    let late = loader.rows(where: { $0.id == 5 })
    #expect(late.state.value.map(Array.init) == [5])
    #expect(shelf.requests.entries.count == 3)
  }

  @Test func `a list that was cleared is not kept`() {
    final class Token: Sendable {}
    struct Holding: Identifiable, Sendable {
      let id = 1
      let token: Token
    }
    let token = Owned(Token())
    weak let weakToken = token.object
    let work = Owned(Token())
    let loader = PagedLoader<String, Int, Row, SampleError>(failure: { _ in .first }) { _ in
      Page([1], next: nil)
    }
    let held = Log<Int>()
    let rows = loader.rows { [weak box = token] row in
      held.note(row.id)
      return box?.object.map { Holding(token: $0) }
    }
    loader.load("a")
    loader.clear()
    token.object = nil
    #expect(weakToken == nil)
    withExtendedLifetime((rows, work)) {}
  }
}
