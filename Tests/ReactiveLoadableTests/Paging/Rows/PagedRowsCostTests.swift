import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Cost and lifetime of the rows of a paged list (Q3, Q5, Q8)` {
  @Test(.needsImmediateTasks)
  func `a page appended to 10,000 items is the only one transformed`() {
    let calls = Log<Int>()
    let sectionCalls = Log<Int>()
    let loader = RowSource(size: 100, reach: 20_000).loader()
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
    let loader = RowSource(size: 4).loader()
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
    let loader = RowSource(size: 4).loader(PagingPolicy(window: 3))
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
      RowSource(size: 2).loader().rows { row in
        calls.note(row.id)
        return row
      }
    )
    let weakRows = Weak(rows.object)
    #expect(weakRows.object?.state.isNotRequested == true)

    let loader = RowSource(size: 2).loader()
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
    let loader = Owned(RowSource(size: 2).loader())
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
    let loader = RowSource(size: 2).loader()
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
    let source = RowSource(size: 40)
    let loader = source.loader()
    let rows = loader.rows { $0.id.isMultiple(of: 8) ? $0 : nil }
    let subscription = rows.states.sink { [weak rows] state in
      if let list = state.value { rows?.visible(at: list.count - 1) }
    }
    loader.load("a")
    #expect(rows.state.value?.last?.id == 392)
    #expect(Set(source.requests.entries).count == source.requests.entries.count)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a window smaller than the distance does not cause endless requests`() {
    let source = RowSource(size: 1)
    let loader = source.loader(PagingPolicy(prefetchDistance: 5, window: 2))
    let rows = loader.rows { $0 }
    loader.load("a")
    rows.visible(at: 0)
    #expect(source.requests.entries.count <= 1 + 2 * 5)
  }

  @Test(.needsImmediateTasks)
  func `rows of a loaded list are available immediately, and continue immediately`() {
    let source = RowSource(size: 2)
    let loader = source.loader()
    loader.load("a")
    #expect(loader.rows { $0 }.state.value.map(Array.init) == [0, 1])
    let late = loader.rows { $0.id == 5 ? $0 : nil }
    #expect(late.state.value.map(Array.init) == [5])
    #expect(source.requests.entries.count == 3)
  }

  @Test(.needsImmediateTasks) func `cleared rows are not retained`() {
    let made = Log<Weak<Card>>()
    let loader = RowSource(size: 2).loader()
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
