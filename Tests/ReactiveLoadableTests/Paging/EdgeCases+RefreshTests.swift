import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Problems of other libraries with refreshes; the numbers are those of the thirty cases.
@Suite struct `Edge cases of paging: refreshes (P4)` {
  @Test func `6: a refresh stops an append, which runs again on the new list`() {
    marbles { m in
      let first = m.pages("--1|")
      let second = m.pages("---2|")
      let rows = m.loadedRows(["a": first, "a2": second])
      let outcomes = m.outcomes("-----o") { rows.next() }
      m.hot("------o") { _ in rows.refresh() }
      m.expect(rows.sketches, "nl-1-aq-a--2", rowStates)
      m.expect(outcomes, "-----------2", rowStates)
      m.expectSubscriptions(second, ["-----^!", "--------^--!"])
    }
  }

  @Test func `6: a page that ignores its cancellation is not added to the list`() {
    marbles { m in
      let second = m.pages("---2|", [:], .ignored)
      let rows = m.loadedRows(["a2": second])
      m.hot("-----o") { _ in rows.next() }
      m.hot("------o") { _ in rows.refresh() }
      m.expect(rows.sketches, "nl-1-aq-a--2", rowStates)
    }
  }

  @Test func `7: a page requested during a refresh waits for it`() {
    marbles { m in
      let second = m.pages("--2|")
      let rows = m.loadedRows(["a2": second])
      m.hot("-----o") { _ in rows.refresh() }
      m.hot("------oo") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-rqa-2", rowStates)
      m.expectSubscriptions(second, ["-------^-!"])
    }
  }

  @Test func `7: it is loaded on the old list if the refresh fails or is cancelled`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["--#"])])
      m.hot("-----o") { _ in rows.refresh() }
      m.hot("------o") { _ in rows.next() }
      m.expect(
        rows.sketches,
        "nl-1-rqG-H",
        rowStates.merging(["G": "f12+", "H": "f1234…"]) { $1 }
      )
    }
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["-----1|"])])
      let refresh = m.keep(BehaviorRelay(RowLoader.nothing))
      m.hot("-----o") { _ in refresh.accept(rows.refresh()) }
      m.hot("------o") { _ in rows.next() }
      m.hot("-------c") { _ in refresh.value.cancel() }
      m.expect(rows.sketches, "nl-1-rqa-2", rowStates)
    }
  }

  @Test
  func `8: the failure of an end outlives a failed refresh, and ends with a successful one`() {
    marbles { m in
      let rows = m.loadedRows([
        "a": m.pages("--1|", then: ["-#", "-1|"]), "a2": m.pages("-#"),
      ])
      m.hot("-----o") { _ in rows.next() }
      m.hot("-------o--o") { _ in rows.refresh() }
      m.expect(rows.sketches, "nl-1-aegF-g1", rowStates.merging(["F": "f12!"]) { $1 })
    }
  }

  @Test func `10: a deep refresh reads the pages in order, each by the cursor of the one before`() {
    marbles { m in
      let moved: [String: RowPage] = [
        "x": Page([9, 1], next: 8), "y": Page([2, 3], next: 7), "2": Page([3, 4], next: 3),
      ]
      let requests = ["a": m.pages("--1|", then: ["--x|"], moved), "a8": m.pages("--y|", moved)]
      let rows = m.loadedRows(requests)
      m.hot("-----o") { _ in rows.next() }
      m.hot("---------o") { _ in rows.refreshAllPages() }
      m.expect(rows.sketches, "nl-1-a-2-R-R-4", rowStates.merging(["4": "9123…"]) { $1 })
    }
  }

  @Test func `10: a deep refresh ends early where the list has become shorter`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["--x|"], ["x": Page([1], next: nil)])])
      m.hot("-----o") { _ in rows.next() }
      m.hot("---------o") { _ in rows.refreshAllPages() }
      m.expect(rows.sketches, "nl-1-a-2-R-s", rowStates.merging(["s": "1."]) { $1 })
    }
  }

  @Test func `12: a deep refresh that fails is retried from the page that failed`() {
    marbles { m in
      let first = m.pages("--1|")
      let second = m.pages("--2|", then: ["--#", "--2|"])
      let rows = m.loadedRows(["a": first, "a2": second])
      m.hot("-----o") { _ in rows.next() }
      m.hot("---------o") { _ in rows.refreshAllPages() }
      m.hot("---------------o") { _ in rows.retry() }
      m.expect(
        rows.sketches,
        "nl-1-a-2-R-R-G-t-2",
        rowStates.merging(["G": "f1234…", "t": "t1234…"]) { $1 }
      )
      m.expectSubscriptions(first, ["-^-!", "---------^-!"])
      m.expectSubscriptions(second, ["-----^-!", "-----------^-!", "---------------^-!"])
    }
  }

  @Test func `18: a retry within a deep refresh does not start at the first page`() {
    marbles { m in
      let first = m.pages("--1|")
      let second = m.pages("--2|", then: ["-#", "--2|"])
      let policy = PagingPolicy(load: LoadPolicy(retry: .constant(.milliseconds(20), limit: 3)))
      let rows = m.loadedRows(["a": first, "a2": second], policy)
      m.hot("-----o") { _ in rows.next() }
      m.hot("---------o") { _ in rows.refreshAllPages() }
      m.expect(rows.sketches, "nl-1-a-2-R-RS---2", rowStates.merging(["S": "r11234…"]) { $1 })
      m.expectSubscriptions(first, ["-^-!", "---------^-!"])
      m.expectSubscriptions(second, ["-----^-!", "-----------^!", "--------------^-!"])
    }
  }

  @Test func `16: next() during a refresh does not cancel it`() {
    marbles { m in
      let first = m.pages("--1|", then: ["----1|"])
      let rows = m.loadedRows(["a": first])
      let refreshed = m.outcomes("-----o") { rows.refresh() }
      m.hot("------o") { _ in rows.next() }
      m.expect(refreshed, "---------a", rowStates)
      m.expectSubscriptions(first, ["-^-!", "-----^---!"])
    }
  }

  @Test func `19: after a removal a deep refresh has no duplicates and no gaps`() {
    marbles { m in
      let shifted: [String: RowPage] = ["x": Page([1, 3], next: 2), "y": Page([4, 5], next: 3)]
      let rows = m.loadedRows([
        "a": m.pages("--1|", then: ["--x|"], shifted),
        "a2": m.pages("--2|", then: ["--y|"], shifted),
      ])
      m.hot("-----o") { _ in rows.next() }
      m.hot("---------o") { _ in
        rows.remove(2)
        rows.refreshAllPages()
      }
      m.expect(
        rows.sketches,
        "nl-1-a-2-(mR)-R-y",
        rowStates.merging(["m": "134…", "R": "r134…", "y": "1345…"]) { $1 }
      )
    }
  }

  @Test func `20: two concurrent refreshes are one`() {
    marbles { m in
      let first = m.pages("--1|")
      let rows = m.loadedRows(["a": first])
      let outcomes = m.outcomes("-----oo") { rows.refresh() }
      m.expect(rows.sketches, "nl-1-r-1", rowStates)
      m.expect(outcomes, "-------(11)", rowStates)
      m.expectSubscriptions(first, ["-^-!", "-----^-!"])
    }
  }

  @Test func `20: a deep refresh joins a refresh, which continues as a deep one`() {
    marbles { m in
      let (first, second) = (m.pages("--1|"), m.pages("--2|"))
      let rows = m.loadedRows(["a": first, "a2": second])
      m.hot("-----o") { _ in rows.next() }
      let refreshed = m.outcomes("---------o") { rows.refresh() }
      let deeply = m.outcomes("----------o") { rows.refreshAllPages() }
      m.expect(refreshed, "-------------2", rowStates)
      m.expect(deeply, "-------------2", rowStates)
      m.expectSubscriptions(first, ["-^-!", "---------^-!"])
      m.expectSubscriptions(second, ["-----^-!", "-----------^-!"])
    }
  }

  @Test func `21: a load of the same key replaces the list and appends nothing`() {
    marbles { m in
      let rows = m.loadedRows()
      m.hot("-----o") { _ in rows.next() }
      m.hot("---------o") { _ in rows.load("a") }
      m.expect(rows.sketches, "nl-1-a-2-L-1", rowStates.merging(["L": "l1234…"]) { $1 })
    }
  }

  @Test func `25: a refresh does not blank the list, and one that fails keeps it`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["--#"])])
      m.hot("-----o") { _ in rows.refresh() }
      m.expect(rows.sketches, "nl-1-r-F", rowStates)
    }
  }

  @Test(.needsImmediateTasks) func `the visible row is clamped to the last index`() {
    let cursors = Log<Int?>()
    let list = PagedLoader<NoRequest, Int, Numbered, LoadError>(
      policy: PagingPolicy(prefetchDistance: 2)
    ) { request in
      cursors.note(request.cursor)
      let start = request.cursor ?? 0
      return Page((start..<(start + 4)).map { Numbered(id: $0) }, next: start + 4)
    }
    list.load()
    list.visible(at: 3)
    list.visible(at: 7)
    #expect(cursors.entries == [nil, 4, 8])
    list.refresh()
    #expect(cursors.entries == [nil, 4, 8, nil, 4])
    #expect(list.state.value?.count == 8)
  }

  private struct Numbered: Identifiable, Sendable { let id: Int }
}
