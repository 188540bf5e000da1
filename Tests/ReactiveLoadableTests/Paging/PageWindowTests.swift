import ReactiveLoadable
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

@Suite struct `The pages of a list` {
  private typealias Shared = ReactiveLoadable.Box<PageRequest<String, Int>>

  /// A page that is requested by its number.
  private func record(
    _ number: Int,
    next: Int? = nil,
    previous: Int? = nil,
    count: Int
  ) -> PageRecord {
    PageRecord(
      request: Shared(request(number)),
      beyond: Ends(
        end: next.map { Shared(request($0)) },
        start: previous.map { Shared(PageRequest(key: "a", cursor: $0, direction: .previous)) }
      ),
      count: count
    )
  }

  private func request(_ number: Int) -> PageRequest<String, Int> {
    PageRequest(key: "a", cursor: number, direction: .next)
  }

  @Test func `pages dropped at the start are requested again, the nearest first, each once`() {
    var window = PageWindow(limit: 2)
    for number in 0..<4 {
      window.add(record(number, next: number + 1, count: 2), at: .end)
      _ = window.trim(.start)
    }
    #expect(window.count == 2 && window.firstRequest == request(2))
    for number in [1, 0] {
      #expect(window.request(at: .start) == request(number))
      window.add(record(number, count: 2), at: .start)
      #expect(window.trim(.end) == 2)
    }
    #expect(window.request(at: .start) == nil)
  }

  @Test func `pages dropped at the end are requested again where no cursor leads to them`() {
    var window = PageWindow(limit: 2)
    for number in [3, 2, 1, 0] {
      window.add(record(number, previous: number - 1, count: 2), at: .start)
      _ = window.trim(.end)
    }
    for number in [2, 3] {
      #expect(window.request(at: .end) == request(number))
      window.add(record(number, count: 2), at: .end)
      #expect(window.trim(.start) == 2)
    }
    #expect(window.request(at: .end) == nil)
  }

  @Test func `a page without new items is skipped, and replaces one that was dropped`() {
    var window = PageWindow(limit: 2)
    for number in 0..<3 { window.add(record(number, next: number + 1, count: 2), at: .end) }
    #expect(window.trim(.start) == 2)
    window.add(record(3, next: 9, count: 0), at: .end)
    #expect(window.count == 2)
    #expect(window.request(at: .end) == request(9))
    window.add(record(0, count: 0), at: .start)
    #expect(window.request(at: .start) == nil)
    #expect(window.trim(.start) == nil)
  }

  @Test func `a page without new items is skipped at the end, too`() {
    var window = PageWindow(limit: 2)
    for number in [3, 2, 1, 0] { window.add(record(number, count: 2), at: .start) }
    #expect(window.trim(.end) == 4)
    #expect(window.request(at: .end) == request(2))
    window.add(record(2, count: 0), at: .end)
    #expect(window.request(at: .end) == request(3))
  }

  @Test func `insertions and removals count for the page of their index`() {
    var window = PageWindow(limit: 2)
    window.add(record(0, next: 1, count: 2), at: .end)
    window.add(record(1, next: 2, count: 2), at: .end)
    window.change(by: 1, at: 1)
    window.change(by: -1, at: 4)
    window.add(record(2, count: 2), at: .end)
    #expect(window.trim(.start) == 3)
    window.add(record(0, count: 2), at: .start)
    #expect(window.trim(.end) == 2)
    #expect(window.reloading.firstRequest == nil)
  }
}

extension AnyBox? {
  fileprivate static func == (left: Self, right: PageRequest<String, Int>) -> Bool {
    left?.assumed(of: PageRequest<String, Int>.self).value == right
  }
}
