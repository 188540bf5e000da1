import Testing

@testable import Demo

@Suite struct RowScrollTests {
  @Test func `the first rows appear in order`() {
    let list = RowScroll(.opened, from: nil, to: 0)
    #expect(list.steps == (0..<6).map { .appears($0) })
    #expect(list.inView == Array(0..<6))
  }

  @Test func `downwards the next row appears before the first disappears`() {
    let list = RowScroll(.scrolled, from: 0, to: 2)
    #expect(list.steps == [.appears(6), .disappears(0), .appears(7), .disappears(1)])
    #expect(list.inView == Array(2..<8))
  }

  @Test func `upwards rows appear in reverse order`() {
    let list = RowScroll(.home, from: 2, to: 0)
    #expect(list.steps == [.appears(1), .disappears(7), .appears(0), .disappears(6)])
  }

  @Test func `a jump skips the rows in between`() {
    let list = RowScroll(.jumped, from: 0, to: 20)
    let steps: [RowScroll.Step] =
      (0..<6).map { .disappears($0) } + (20..<26).map { .appears($0) }
    #expect(list.steps == steps)
    #expect(list.appeared == list.inView)
  }

  @Test func `a row that appears was not visible, and one that disappears was`() {
    var inView: Set<Int> = []
    for scroll in RowScroll.movies {
      for step in scroll.steps {
        switch step {
        case .appears(let row): #expect(inView.insert(row).inserted)
        case .disappears(let row): #expect(inView.remove(row) != nil)
        }
        #expect(inView.count <= 7)
      }
      #expect(inView.sorted() == scroll.inView)
    }
  }

  @Test func `the play has every gesture, and every row appears`() {
    let scrolls = RowScroll.movies
    #expect(scrolls.map(\.gesture) == RowScroll.Gesture.allCases)
    #expect(Set(scrolls.flatMap(\.appeared)) == Set(0..<40))
    #expect(
      scrolls.map(\.inView) == [0..<6, 6..<12, 34..<40, 12..<18, 34..<40, 0..<6].map(Array.init)
    )
  }

  @Test func `the fling shows new rows only, from the last to the first, those that stay last`()
    throws
  {
    let fling = try #require(RowScroll.movies.first { $0.gesture == .flung })
    let earlier = RowScroll.movies.prefix(3).flatMap(\.appeared)
    #expect(fling.appeared == Array((12..<34).reversed()))
    #expect(fling.appeared.allSatisfy { !earlier.contains($0) })
    #expect(Array(fling.appeared.suffix(6).reversed()) == fling.inView)
  }

  @Test func `a row that flew by is not in view, and those that stay are in reverse order`()
    throws
  {
    #expect(RowScroll.movies.map(\.passing.count) == [0, 0, 0, 16, 16, 28])
    let fling = try #require(RowScroll.movies.first { $0.gesture == .flung })
    #expect(fling.passing == Array((18..<34).reversed()))
    #expect(fling.staying == Array(12..<18))
  }

  @Test func `a row that scrolled by is not visible, and visible ones are in reverse order`() {
    let first = Set(RowScroll.movies.flatMap(\.inView))
    #expect(RowScroll.again.flatMap(\.passing).isEmpty)
    #expect(RowScroll.again.flatMap(\.appeared).allSatisfy(first.contains))
  }

  @Test func `a fault happens to a row that appears early, once`() {
    let early = RowScroll.movies.prefix(2).flatMap(\.inView)
    let rows = PosterAccident.allCases.map(\.row)
    #expect(Set(rows).count == rows.count)
    #expect(rows.allSatisfy(early.contains))
  }
}
