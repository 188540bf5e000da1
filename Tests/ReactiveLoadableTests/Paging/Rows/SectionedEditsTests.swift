// The storage of lists is not public.
import ReactiveLoadable
import Testing

@testable import ReactivePaging

@Suite struct `Edits of a list with sections (Q4)` {
  private typealias Items = SharedItems<Row>
  private typealias Rows = SectionedRows<Row, Row, Int>

  /// A row without the occurrence of its section.
  private enum Content: Equatable {
    case section(Int)
    case item(Row)

    init(_ row: SectionedRow<Int, Row>) {
      switch row {
      case .section(let section, _): self = .section(section)
      case .item(let item): self = .item(item)
      }
    }
  }

  private func contents(of items: [Row], _ section: (Int) -> Int) -> [Content] {
    var (contents, last): ([Content], Int?) = ([], nil)
    for item in items where item.id % 7 != 0 {
      let section = section(item.id)
      if section != last { contents.append(.section(section)) }
      contents.append(.item(item))
      last = section
    }
    return contents
  }

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
  func `after pages, windows and edits, the rows are the items under the headers of their sections`(
    kind: Int
  ) {
    let section: @Sendable (Int) -> Int = { [$0 / 4, $0 / 4 % 3, $0 % 3, 0][kind] }
    for seed in 0..<120 {
      var lists = RandomItems(seed * 4 + kind)
      var items = lists.list(of: seed % 12)
      var rows = rows(section)
      for step in 0..<20 {
        let found = rows.rows(of: items).elements
        let expected = contents(of: items.elements, section)
        items = lists.next(items)
        let isRight =
          found.map { Content($0) } == expected && Set(found.map { $0.id }).count == found.count
        guard isRight else {
          Issue.record("seed \(seed), step \(step): \(found.map(\.id)), not \(expected)")
          return
        }
      }
    }
  }
}
