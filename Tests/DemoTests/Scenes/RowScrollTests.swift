import Testing

@testable import Demo

@Suite struct RowScrollTests {
  @Test func `the first rows appear in order`() {
    #expect(RowScroll(rows: 5, height: 3).steps == [.appears(0), .appears(1), .appears(2)])
  }

  @Test func `downwards the next row appears before the first disappears`() {
    var list = RowScroll(rows: 5, height: 3)
    list.scroll(to: 1)
    #expect(list.steps.dropFirst(3) == [.appears(3), .disappears(0)])
    #expect(list.inView == 1..<4)
  }

  @Test func `upwards rows appear in reverse order`() {
    var list = RowScroll(rows: 5, height: 3)
    list.jump(to: 2)
    let before = list.steps.count
    list.scroll(to: 0)
    #expect(
      list.steps.dropFirst(before) == [
        .appears(1), .disappears(4), .appears(0), .disappears(3),
      ]
    )
  }

  @Test func `a jump leaves the rows between out, and those that stay alone`() {
    var list = RowScroll(rows: 9, height: 3)
    list.jump(to: 6)
    #expect(
      list.steps.dropFirst(3) == [
        .disappears(0), .disappears(1), .disappears(2), .appears(6), .appears(7), .appears(8),
      ]
    )
    list.jump(to: 5)
    #expect(list.steps.suffix(2) == [.disappears(8), .appears(5)])
  }

  @Test(arguments: [(-1, 0), (99, 6), (6, 6)])
  func `the list ends where its rows do`(goal: Int, top: Int) {
    var (scrolled, jumped) = (RowScroll(rows: 9, height: 3), RowScroll(rows: 9, height: 3))
    scrolled.scroll(to: goal)
    jumped.jump(to: goal)
    #expect((scrolled.top, jumped.top) == (top, top))
  }

  @Test func `what appears was not in view, and what disappears was`() {
    var inView: Set<Int> = []
    for step in RowScroll.movies.steps {
      switch step {
      case .appears(let row): #expect(inView.insert(row).inserted)
      case .disappears(let row): #expect(inView.remove(row) != nil)
      case .rests: #expect(inView.count == 6)
      }
      #expect(inView.count <= 7)
    }
  }

  @Test func `the play comes by every rest and every row`() {
    let stretches = RowScroll.movies.stretches
    #expect(stretches.map(\.rest) == RowScroll.Rest.allCases)
    #expect(stretches.flatMap(\.new).sorted() == Array(0..<40))
    #expect(
      stretches.map(\.inView) == [0..<6, 6..<12, 34..<40, 12..<18, 34..<40, 0..<6].map(Array.init)
    )
    #expect(stretches.map(\.new.count) == [6, 6, 6, 22, 0, 0])
  }

  @Test func `the fling shows new rows from the last to the first, those that stay at last`()
    throws
  {
    let fling = try #require(RowScroll.movies.stretches.first { $0.rest == .flung })
    #expect(fling.new == Array((12..<34).reversed()))
    #expect(Array(fling.appeared.suffix(6).reversed()) == fling.inView)
  }

  @Test func `what flew by appeared and is not in view, what stays is known from the last one`()
    throws
  {
    let stretches = RowScroll.movies.stretches
    #expect(stretches.map(\.passing.count) == [0, 0, 0, 16, 16, 28])
    let fling = try #require(stretches.first { $0.rest == .flung })
    #expect(fling.passing == Array((18..<34).reversed()))
    #expect(fling.staying == Array(12..<18))
  }

  @Test func `the steps of the stretches are those of the play`() {
    let steps = RowScroll.movies.stretches.flatMap { $0.steps + [.rests($0.rest)] }
    #expect(steps == RowScroll.movies.steps)
  }

  @Test func `on a later day only rows are shown that came to rest on the first one`() {
    let first = Set(RowScroll.movies.stretches.flatMap(\.inView))
    let again = RowScroll.again.stretches
    #expect(again.flatMap(\.passing).isEmpty)
    #expect(again.flatMap(\.appeared).allSatisfy(first.contains))
  }

  @Test func `an accident happens to a row that is seen early, once`() {
    let early = RowScroll.movies.stretches.prefix(2).flatMap(\.inView)
    let rows = PosterAccident.allCases.map(\.row)
    #expect(Set(rows).count == rows.count)
    #expect(rows.allSatisfy(early.contains))
  }
}
