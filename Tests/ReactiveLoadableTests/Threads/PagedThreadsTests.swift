import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@Suite("Threads: paged lists under real threads (P1, P2, P10)", .serialized)
struct PagedThreadsTests {
  typealias Pages = PagedLoader<String, Int, Row, SampleError>

  /// Endless pages, some of which load without a suspension, some later, and some never.
  private func pages(_ gate: Gate, _ policy: PagingPolicy = PagingPolicy()) -> Pages {
    Pages(policy: policy, failure: { _ in .second }) { request async throws(SampleError) in
      let place = request.cursor ?? 0
      if place % 3 == 1 { await gate.wait() }
      if place % 7 == 5 { throw .first }
      let first = (request.key == "a" ? 0 : 1_000_000) + place * 2
      return RowPage([Row(id: first), Row(id: first + 1)], next: place + 1, previous: place - 1)
    }
  }

  @Test(arguments: [2, 4, 8])
  func `intents from all threads end every load, and no list is ever wrong`(threads: Int) async {
    let gate = Gate()
    let rows = pages(gate, PagingPolicy(afterFailure: .retry))
    let (wrong, handles) = (Log<String>(), Log<LoadTask<RowList, SampleError>>())
    let subscription = rows.states.sink { state in
      guard let list = state.latest else { return }
      if Set(list.map(\.id)).count != list.count { wrong.note("a duplicate id") }
      if !list.allSatisfy({ ($0.id < 500_000) == (list.key == "a") }) { wrong.note("mixed keys") }
    }
    onThreads(threads) { id in
      var random = SeededGenerator(UInt64(id))
      for number in 0..<1_000 * Stress.factor / threads {
        handles.note(rows.perform(intent(random.below(20))))
        if number % 50 == 0 { gate.open() }
      }
    }
    gate.open()
    for handle in handles.entries { #expect(await handle.outcome() != .abandoned) }
    #expect(!rows.state.isAtWork, "loading with no work")
    #expect(wrong.entries == [])
    withExtendedLifetime(subscription) {}
  }

  private func intent(_ number: Int) -> PagedIntent<String, Row> {
    switch number {
    case 0: .load("a")
    case 1: .load("b")
    case 2: .loadIfNeeded("a")
    case 3: .loadIfNeeded("b")
    case 4, 5, 6, 7: .next
    case 8, 9, 10: .previous
    case 11: .visible(at: number)
    case 12: .refresh
    case 13: .refreshAllPages
    case 14: .retry
    case 15: .cancel
    case 16: .invalidate
    case 17: .edit(.change(3) { $0.text = "!" })
    case 18: .edit(.remove(5))
    default: .clear
    }
  }

  @Test(.needsImmediateTasks)
  func `a retained list is readable while the loader extends it`() {
    let rows = pages(Gate.opened)
    rows.load("a")
    onThreads(4) { id in
      for _ in 0..<200 * Stress.factor {
        if id == 0 {
          rows.next()
          rows.retry()
        } else if let list = rows.state.latest {
          for (index, row) in list.enumerated() { precondition(row.id == list[index].id) }
        }
      }
    }
    #expect(rows.state.latest.map { Set($0.map(\.id)).count == $0.count } == true)
  }

  @Test func `a loader dropped at any time ends all waiting calls`() async {
    for round in 0..<200 * Stress.factor {
      let gate = Gate()
      var loader: Pages? = pages(gate)
      let handles = Log<LoadTask<RowList, SampleError>>()
      let share = Share(loader)
      loader = nil
      onThreads(2) { id in
        guard let rows = share.take(id) else { return }
        handles.note(rows.load(id == 0 ? "a" : "b"))
        handles.note(rows.next())
        if round % 3 == 0 { handles.note(rows.refresh()) }
      }
      gate.open()
      for handle in handles.entries { #expect(await handle.outcome() != .abandoned) }
    }
  }
}
