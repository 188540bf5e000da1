import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Loaders whose pages load without a suspension, of the items around zero, with a log of requests.
final class Shelf: Sendable {
  let requests = Log<PageRequest<String, Int>>()
  /// The number of requests that means an endless loop.
  private let most = 1000
  private let size: Int
  /// The number of items on each side of zero.
  private let reach: Int

  init(size: Int, reach: Int = 400) {
    self.size = size
    self.reach = reach
  }

  func loader(_ policy: PagingPolicy = PagingPolicy()) -> RowLoader {
    RowLoader(policy: policy, failure: { _ in .second }) {
      [self] request async throws(SampleError) in
      requests.note(request)
      if requests.entries.count > most { throw .first }
      let number = request.cursor ?? 0
      let rows = (0..<size).map { Row(id: number * size + $0) }
      let isLast = (number + 1) * size >= reach
      let isFirst = number * size <= -reach
      return Page(rows, next: isLast ? nil : number + 1, previous: isFirst ? nil : number - 1)
    }
  }
}

/// Performs a random change of a list.
func disturb(_ loader: RowLoader, _ random: inout SeededGenerator) {
  let id = Int.random(in: -40..<40, using: &random)
  switch Int.random(in: 0..<14, using: &random) {
  case 0: loader.load("a")
  case 1: loader.loadIfNeeded(Bool.random(using: &random) ? "a" : "b")
  case 2: loader.refresh()
  case 3: loader.refreshAllPages()
  case 4: loader.remove(id)
  case 5: loader.insert(Row(id: 1000 + id), at: .before(id))
  case 6: loader.edit(id) { $0.text = "x" }
  case 7 where id == 0: loader.clear()
  case 8, 9: loader.previous()
  default: loader.next()
  }
}

@Suite struct `Laws of the rows of a paged list (Q3, Q4)` {
  /// Changes a list 60 times; inside a marble run, because lists of more than sixteen pages
  /// continue in tasks.
  private func hold(
    _ seed: Int,
    _ m: Marbles,
    _ disturb: @escaping (inout SeededGenerator) -> Void,
    law: @escaping () -> String?
  ) {
    let broken = m.keep(PublishRelay<String>())
    var random = SeededGenerator(UInt64(seed))
    for step in 0..<60 {
      m.at(.milliseconds(10) * step) {
        disturb(&random)
        if let law = law() { broken.accept("seed \(seed), step \(step): \(law)") }
      }
    }
    m.expect(broken, "")
  }

  @Test(arguments: 0..<40)
  func `rows equal a transform of the whole list`(seed: Int) {
    marbles { m in
      let policy = PagingPolicy(
        prefetchDistance: 2,
        window: seed.isMultiple(of: 3) ? 3 : nil
      )
      let loader = m.keep(Shelf(size: 4).loader(policy))
      let rows = m.keep(
        loader.rows { row in
          row.id.isMultiple(of: 3) ? nil : Row(id: row.id, text: "\(row.text)!")
        }
      )
      hold(seed, m) { random in
        disturb(&random, loader, rows)
      } law: {
        let expected = loader.state.latest?.filter { !$0.id.isMultiple(of: 3) }.map {
          Row(id: $0.id, text: "\($0.text)!")
        }
        let isRight =
          rows.state.latest.map(Array.init) == expected
          && rows.state.latest?.append == loader.state.latest?.append
          && rows.state.latest?.prepend == loader.state.latest?.prepend
        return isRight ? nil : "\(rows.state) of \(loader.state)"
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a section header precedes its first item and every change of section`(seed: Int) {
    marbles { m in
      let policy = PagingPolicy(window: seed.isMultiple(of: 3) ? 4 : nil)
      let loader = m.keep(Shelf(size: 3).loader(policy))
      let rows = m.keep(loader.sectionedRows { ($0.id + 500) / 5 % 4 })
      hold(seed, m) { random in
        ReactiveLoadableTests.disturb(loader, &random)
      } law: {
        guard let list = rows.state.latest, let items = loader.state.latest else { return nil }
        let sections = items.map { ($0.id + 500) / 5 % 4 }
        let starts = sections.indices.filter { $0 == 0 || sections[$0 - 1] != sections[$0] }
        let expected = items.indices.flatMap { index in
          (starts.contains(index) ? ["s\(sections[index])"] : []) + ["\(items[index])"]
        }
        let found = list.map { row in row.section.map { "s\($0)" } ?? row.item.map { "\($0)" } }
        let isRight = found == expected && Set(list.map(\.id)).count == list.count
        return isRight ? nil : "\(Array(list)) of \(Array(items))"
      }
    }
  }

  private func disturb(
    _ random: inout SeededGenerator,
    _ loader: RowLoader,
    _ rows: PagedRows<String, Row, SampleError>
  ) {
    ReactiveLoadableTests.disturb(loader, &random)
    guard let list = rows.state.latest, let row = list.randomElement(using: &random) else { return }
    if Bool.random(using: &random) { rows.visible(row.id) }
  }
}

@Suite struct `Cost and lifetime of the rows of a paged list (Q3, Q5, Q8)` {
  @Test(.needsImmediateTasks)
  func `a page appended to 10,000 items is the only one transformed`() {
    let calls = Log<Int>()
    let sectionCalls = Log<Int>()
    let loader = Shelf(size: 100, reach: 20_000).loader()
    let rows = loader.rows { row in
      calls.note(row.id)
      return row.id.isMultiple(of: 2) ? row : nil
    }
    let sections = loader.sectionedRows { row in
      sectionCalls.note(row.id)
      return row.id >= 0 ? "+" : "-"
    }
    loader.load("a")
    for _ in 1..<100 { loader.next() }
    #expect(calls.entries == Array(0..<10_000))
    loader.next()
    loader.previous()
    let added = Array(10_000..<10_100) + Array(-100..<0)
    #expect(Array(calls.entries[10_000...]) == added)
    #expect(Array(sectionCalls.entries[10_000...]) == added)
    #expect(rows.state.value?.count == 5_100 && sections.state.value?.count == 10_202)
  }

  @Test(.needsImmediateTasks)
  func `a refresh transforms all items again, and an edit only its neighbors`() {
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

  @Test(.needsImmediateTasks)
  func `An edit transforms the items of one chunk, and a window none`() {
    let (calls, sectionCalls) = (Log<Int>(), Log<Int>())
    let loader = Shelf(size: 4).loader(PagingPolicy(window: 3))
    let rows = loader.rows { row in
      calls.note(row.id)
      return row
    }
    let sections = loader.sectionedRows { row in
      sectionCalls.note(row.id)
      return row.id / 8
    }
    loader.load("a")
    for _ in 0..<4 { loader.next() }
    #expect(rows.state.value?.map(\.id) == Array(8..<20))
    loader.edit(13) { $0.text = "x" }
    loader.remove(18)
    loader.insert(Row(id: 99), at: .after(9))
    #expect(rows.state.value?[6].text == "x")
    let edited = [12, 13, 14, 15] + [16, 17, 19] + [8, 9, 99, 10, 11]
    #expect(calls.entries == Array(0..<20) + edited)
    #expect(sectionCalls.entries == calls.entries)
    // Twelve items; the inserted one divides a section.
    #expect(sections.state.value?.count == 12 + 4)
  }

  @Test(.needsImmediateTasks)
  func `rows keep their loader alive, and the loader does not keep the rows`() {
    let calls = Log<Int>()
    let rows = Owned(
      Shelf(size: 2).loader().rows { row in
        calls.note(row.id)
        return row
      }
    )
    let weakRows = Weak(rows.object)
    #expect(weakRows.object?.state.isNotRequested == true)

    let loader = Shelf(size: 2).loader()
    let others = Owned(
      loader.rows { row in
        calls.note(row.id)
        return row
      }
    )
    let weakOthers = Weak(others.object)
    loader.load("a")
    others.object = nil
    loader.next()
    #expect(weakOthers.isReleased && calls.entries == [0, 1])
  }

  @Test(.needsImmediateTasks) func `a loader that only its rows retain continues to load pages`() {
    let loader = Owned(Shelf(size: 2).loader())
    let rows = loader.object.map { $0.rows { $0 } }
    loader.object?.load("a")
    loader.object = nil
    rows?.visible(at: 0)
    #expect(rows?.state.value.map(Array.init) == (-6..<6).map { Row(id: $0) })
  }

  @Test
  func `when the rows are released, their states complete, and so does a loader only they held`() {
    let ends = Log<String>()
    let (rows, subscriptions) = rowsThatKeepTheirLoader(ends)
    #expect(ends.entries == [])
    rows.object = nil
    #expect(ends.entries == ["rows", "loader"])
    withExtendedLifetime(subscriptions) {}
  }

  private func rowsThatKeepTheirLoader(
    _ ends: Log<String>
  ) -> (Owned<PagedRows<String, Row, SampleError>>, [AnyCancellable]) {
    let loader = Shelf(size: 2).loader()
    let rows = loader.rows { $0 }
    let first = loader.states.sink(
      receiveCompletion: { _ in ends.note("loader") },
      receiveValue: { _ in }
    )
    let second = rows.states.sink(
      receiveCompletion: { _ in ends.note("rows") },
      receiveValue: { _ in }
    )
    return (Owned(rows), [first, second])
  }

  @Test(.needsImmediateTasks)
  func `a view that reports its last row from within its observer gets all pages, each once`() {
    let shelf = Shelf(size: 40)
    let loader = shelf.loader()
    let rows = loader.rows { $0.id.isMultiple(of: 8) ? $0 : nil }
    let subscription = rows.states.sink { [weak rows] state in
      if let list = state.value { rows?.visible(at: list.count - 1) }
    }
    loader.load("a")
    #expect(rows.state.value?.last?.id == 392)
    #expect(Set(shelf.requests.entries).count == shelf.requests.entries.count)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a window smaller than the distance does not cause endless requests`() {
    let shelf = Shelf(size: 1)
    let loader = shelf.loader(PagingPolicy(prefetchDistance: 5, window: 2))
    let rows = loader.rows { $0 }
    loader.load("a")
    rows.visible(at: 0)
    #expect(shelf.requests.entries.count <= 1 + 2 * 5)
  }

  @Test(.needsImmediateTasks)
  func `rows of a loaded list are available immediately, and continue immediately`() {
    let shelf = Shelf(size: 2)
    let loader = shelf.loader()
    loader.load("a")
    #expect(loader.rows { $0 }.state.value.map(Array.init) == [0, 1])
    let late = loader.rows { $0.id == 5 ? $0 : nil }
    #expect(late.state.value.map(Array.init) == [5])
    #expect(shelf.requests.entries.count == 3)
  }

  @Test(.needsImmediateTasks) func `cleared rows are not retained`() {
    let made = Log<Weak<Card>>()
    let loader = Shelf(size: 2).loader()
    let rows = loader.rows { _ in
      let card = Card()
      made.note(Weak(card))
      return card
    }
    loader.load("a")
    #expect(made.entries.allSatisfy { !$0.isReleased } && made.entries.count == 2)
    loader.clear()
    #expect(made.entries.allSatisfy { $0.isReleased })
    withExtendedLifetime(rows) {}
  }
}

/// A row whose release is observable.
private final class Card: Identifiable, Sendable {}
