// The storage of lists is not public.
import ReactiveLoadable
import Testing

@testable import ReactivePaging

@Suite struct `Edits of a list with sections (Q4)` {
  private typealias Items = SharedItems<Row>
  private typealias Rows = SectionedRows<Row, Row, Int>

  /// Rows without those of every seventh id, in sections of some ids.
  private func rows(_ section: @escaping @Sendable (Int) -> Int) -> Rows {
    Rows(of: { $0.id % 7 == 0 ? nil : $0 }, by: { section($0.id) })
  }

  @Test func `an edit that keeps the sections replaces the rows of its chunk`() {
    let items = (0..<1_000).reduce(Items()) { items, page in
      items.appending((1...3).map { Row(id: page * 3 + $0) })
    }
    var rows = rows { $0 / 10 }
    let before = rows.rows(of: items)
    let edited = items.replacing(30, by: Row(id: items[30].id, text: "x"))
    let after = rows.rows(of: edited)
    #expect(after.chunks.unsharedNumbers(with: before.chunks).joined().count == 1)
    #expect(after.elements.count { $0.item?.text == "x" } == 1)
    // NB: Outside the expectation, which would print all rows.
    let hasSameIDs = after.elements.map(\.id) == before.elements.map(\.id)
    #expect(hasSameIDs)
    let removed = rows.rows(of: edited.removing(31))
    #expect(removed.chunks.unsharedNumbers(with: after.chunks).joined().count == 1)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `after pages, windows and edits, the rows are those of a new list`(kind: Int) {
    for seed in 0..<300 {
      var lists = RandomItems(seed * 4 + kind)
      var items = lists.list(of: seed % 12)
      var rows = rows { [$0 / 4, $0 / 4 % 3, $0 % 3, 0][kind] }
      for step in 0..<20 {
        let found = rows.rows(of: items).elements
        var fresh = self.rows { [$0 / 4, $0 / 4 % 3, $0 % 3, 0][kind] }
        let expected = fresh.rows(of: Items(items.elements)).elements
        items = lists.next(items)
        let isRight =
          found.map(\.item) == expected.map(\.item)
          && found.map(\.section) == expected.map(\.section)
          && Set(found.map(\.id)).count == found.count
        guard isRight else {
          Issue.record("seed \(seed), step \(step): \(found.map(\.id)), not \(expected.map(\.id))")
          return
        }
      }
    }
  }
}
