import LoadableTesting
import ReactiveLoadable
import Testing

private typealias Sectioned = SectionedRow<String, Row>
private typealias SectionedState = Loadable<PagedList<String, Sectioned, SampleError>, SampleError>

extension SectionedState {
  /// The sections and ids of the rows, with `…` for more pages or `+` for a page in flight.
  fileprivate var sketch: String {
    guard let list = latest else { return isLoading ? "l" : "n" }
    let rows = list.map { row in
      switch row {
      case .section(let section, let occurrence): section + (occurrence == 0 ? "" : "\(occurrence)")
      case .item(let item): "\(item.id)\(item.text)"
      }
    }
    let ends = [PageEnd<SampleError>.idle: "…", .loading: "+"]
    return ends[list.prepend, default: ""] + rows.joined() + ends[list.append, default: ""]
  }
}

/// `A` has the rows up to 3, `B` the others.
@Sendable private func letter(_ row: Row) -> String { row.id <= 3 ? "A" : "B" }

@Suite struct `The rows of a list with sections (Q4)` {
  @Test func `a section continues across pages`() {
    marbles { m in
      let loader = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|"), "a3": m.pages("--3|")])
      let rows = m.keep(loader.sectionedRows(by: letter))
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----o--o") { _ in loader.next() }
      m.expect(
        rows.states.map(\.sketch),
        "nl-1a-2b-3",
        [
          "n": "n", "l": "l", "1": "A12…", "a": "A12+", "2": "A123B4…", "b": "A123B4+",
          "3": "A123B456",
        ]
      )
    }
  }

  @Test func `a section continues at the start, and its header moves`() {
    marbles { m in
      let pages: [String: RowPage] = [
        "m": Page([3, 4], next: nil, previous: 1), "p": Page([1, 2], next: nil, previous: 0),
        "q": Page([7], next: nil),
      ]
      let loader = m.rows([
        "a": m.pages("--m|", pages), "a1": m.pages("--p|", pages), "a0": m.pages("--q|", pages),
      ])
      let rows = m.keep(loader.sectionedRows(by: letter))
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----o--o") { _ in loader.previous() }
      m.expect(
        rows.states.map(\.sketch),
        "nl-1a-2b-3",
        [
          "n": "n", "l": "l", "1": "…A3B4", "a": "+A3B4", "2": "…A123B4", "b": "+A123B4",
          "3": "B-17A123B4",
        ]
      )
    }
  }

  @Test func `changes at the start work in a table`() {
    let before = sections([3, 4])
    let after = sections([1, 2, 3, 4])
    #expect(after.changes(from: before) == ListChanges(insertions: [1, 2]))
  }

  @Test func `a repeated section has a separate header`() {
    let list = sections([1, 5, 2, 6, 7, 3])
    #expect(
      list.map(\.id) == [
        .section("A", occurrence: 0), .item(1), .section("B", occurrence: 0), .item(5),
        .section("A", occurrence: 1), .item(2), .section("B", occurrence: 1), .item(6), .item(7),
        .section("A", occurrence: 2), .item(3),
      ]
    )
    #expect(Set(list.map(\.id)).count == list.count)
    #expect(list.compactMap(\.section) == ["A", "B", "A", "B", "A"])
    #expect(list.compactMap(\.item).map(\.id) == [1, 5, 2, 6, 7, 3])
  }

  @Test func `a section without items has no header`() {
    marbles { m in
      let loader = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|"), "a3": m.pages("--3|")])
      let rows = m.keep(loader.sectionedRows(of: { $0.id > 4 ? $0 : nil }, by: letter))
      m.hot("-o") { _ in loader.load("a") }
      m.expect(rows.states.map(\.sketch), "nl-+-+-3", ["n": "n", "l": "l", "+": "+", "3": "B56"])
    }
  }

  @Test func `section headers count as rows, and have their own ids`() {
    marbles { m in
      let second = m.pages("--2|")
      let loader = m.rows(
        ["a": m.pages("--1|"), "a2": second, "a3": m.pages("--3|")],
        PagingPolicy(prefetchDistance: 3)
      )
      let rows = m.keep(loader.sectionedRows(by: letter))
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----ob") { rows.visible($0 == "o" ? .section("A", occurrence: 1) : .item(9)) }
      m.hot("-------o") { _ in rows.visible(.section("A", occurrence: 0)) }
      m.expect(
        rows.states.map(\.sketch),
        "nl-1---a-2",
        ["n": "n", "l": "l", "1": "A12…", "a": "A12+", "2": "A123B4…"]
      )
      m.expectSubscriptions(second, ["-------^-!"])
    }
  }

  private func sections(_ rows: [Row]) -> PagedList<String, Sectioned, SampleError> {
    let states = Just(KeyedState.loaded(RowList(key: "", rows)))
    let lists = Log<PagedList<String, Sectioned, SampleError>?>()
    _ = states.sectionedRows(by: letter).sink { lists.note($0.value) }
    return lists.entries.last.flatMap { $0 } ?? PagedList(key: "", [])
  }
}
