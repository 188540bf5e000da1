import ReactiveLoadable
import Testing

@Suite("Threads: rows under real threads (Q3, Q5, Q8)", .serialized)
struct RowsThreadsTests {
  /// Returns when a list and its rows are settled: a list of more than sixteen synchronous pages
  /// continues in a task, on another thread.
  private func rest(_ loader: RowLoader, _ rows: PagedRows<String, Row, SampleError>) async {
    for await _ in rows.states.values where !loader.state.isAtWork && rows.state == loader.state {
      return
    }
  }

  @Test(arguments: [2, 4, 8])
  func `rows equal the list in the end, and no load hangs`(threads: Int) async {
    for seed in 0..<10 * Stress.factor {
      let loader = RowSource(size: 3, reach: 60).loader(
        PagingPolicy(prefetchDistance: 2, window: seed.isMultiple(of: 3) ? 4 : nil)
      )
      let rows = loader.rows { $0 }
      onThreads(threads) { id in
        var random = SeededGenerator(UInt64(seed * 10 + id))
        for _ in 0..<40 {
          changeRandomly(loader, &random)
          if let row = rows.state.latest?.randomElement(using: &random) { rows.visible(row.id) }
        }
      }
      await loader.load("a").outcome()
      await rest(loader, rows)
      guard let list = rows.state.value, !list.isEmpty else { continue }
      rows.visible(at: list.count - 1)
      guard let after = rows.state.value, case .idle = after.append else { continue }
      #expect(after.last?.id != list.last?.id, "seed \(seed): \(after)")
    }
  }

  @Test func `rows released at any time complete, and do not affect the loader`() {
    for round in 0..<200 * Stress.factor {
      let loader = RowSource(size: 2, reach: 60).loader()
      var rows: PagedRows<String, Row, SampleError>? = loader.rows { $0 }
      let ends = Log<String>()
      let subscription = rows?.states.sink(
        receiveCompletion: { _ in ends.note("end") },
        receiveValue: { _ in }
      )
      let share = Share(rows)
      rows = nil
      onThreads(2) { id in
        guard id == 0 else {
          var random = SeededGenerator(UInt64(round))
          for _ in 0..<10 { changeRandomly(loader, &random) }
          return
        }
        let rows = share.take(0)
        _ = share.take(1)
        rows?.visible(at: 0)
      }
      #expect(ends.entries == ["end"])
      withExtendedLifetime(subscription) {}
    }
  }
}
