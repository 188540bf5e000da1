import LoadableTesting
import ReactiveLoadable
import Testing

/// Problems of other libraries at the ends of lists; the numbers are those of the thirty cases.
@Suite struct `Edge cases of paging: the ends of a list (P1, P3)` {
  @Test func `1: next() while a page is in flight joins it, and every caller gets the outcome`() {
    marbles { m in
      let second = m.pages("--2|")
      let rows = m.loadedRows(["a2": second])
      let outcomes = m.outcomes("-----oo") { rows.next() }
      m.expect(rows.sketches, "nl-1-a-2", rowStates)
      m.expect(outcomes, "-------(22)", rowStates)
      m.expectSubscriptions(second, ["-----^-!"])
    }
  }

  @Test func `2: next() after the last page requests nothing and changes nothing`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--3|")])
      let outcomes = m.outcomes("-----o-o") { rows.next() }
      m.expect(rows.sketches, "nl-c", ["n": "n", "l": "l", "c": "56."])
      m.expect(outcomes, "-----n-n", ["n": "skipped: endOfList"])
    }
  }

  @Test func `3: before the first page next() and previous() are one first load`() {
    marbles { m in
      let page = m.pages("--1|")
      let rows = m.keep(
        PagedLoader<NoRequest, Int, Row, SampleError>(failure: { _ in .second }) {
          _ async throws(SampleError) -> RowPage in try await page(orCancelled: .second)
        }
      )
      m.hot("-n") { _ in rows.next() }
      m.hot("-p") { _ in rows.previous() }
      m.hot("--n") { _ in rows.next() }
      m.expect(rows.states.compactMap(\.value?.count), "---2", ["2": 2])
      m.expectSubscriptions(page, ["-^-!"])
    }
  }

  @Test func `3: without a key next() loads nothing`() {
    marbles { m in
      let rows = m.rows([:])
      let outcomes = m.outcomes("-o") { rows.next() }
      m.expect(rows.sketches, "n", rowStates)
      m.expect(outcomes, "-n", ["n": "skipped: noRequest"])
    }
  }

  @Test func `3: after a cancelled first load next() loads the first page`() {
    marbles { m in
      let rows = m.loadedRows()
      m.hot("--c") { _ in rows.cancel() }
      m.hot("----o") { _ in rows.next() }
      m.expect(rows.sketches, "nln-l-1", rowStates)
    }
  }

  @Test
  func `4: after a failed append next() and rows do nothing, and only a retry requests again`() {
    marbles { m in
      let second = m.pages("-#", then: ["--2|"])
      let rows = m.loadedRows(["a2": second], PagingPolicy(prefetchDistance: 1))
      m.hot("-----o-o") { _ in rows.next() }
      m.hot("--------o") { _ in rows.visible(at: 1) }
      m.hot("----------o") { _ in rows.retry() }
      m.expect(rows.sketches, "nl-1-ae---a-2", rowStates)
      m.expectSubscriptions(second, ["-----^!", "----------^-!"])
    }
  }

  @Test func `4: a second retry joins the first, and a retry without a failure does nothing`() {
    marbles { m in
      let second = m.pages("-#", then: ["--2|"])
      let rows = m.loadedRows(["a2": second])
      m.hot("-----o") { _ in rows.next() }
      let outcomes = m.outcomes("----o----oo----o") { rows.retry() }
      m.expect(rows.sketches, "nl-1-ae--a-2", rowStates)
      m.expect(outcomes, "----n-----n2---n", rowStates.merging(["n": "skipped: noFailure"]) { $1 })
      m.expectSubscriptions(second, ["-----^!", "---------^-!"])
    }
  }

  @Test func `4: by policy next() and rows request again at an end that has failed`() {
    marbles { m in
      let second = m.pages("-#", then: ["-#", "--2|"])
      let policy = PagingPolicy(
        prefetchDistance: 1,
        afterFailure: .retry(after: .milliseconds(10))
      )
      let rows = m.loadedRows(["a2": second], policy)
      m.hot("-----o-o") { _ in rows.next() }
      m.hot("----------o") { _ in rows.visible(at: 1) }
      m.expect(rows.sketches, "nl-1-aeae-a-2", rowStates)
    }
  }

  @Test func `5: if both ends have failed, a retry requests at both`() {
    marbles { m in
      let rows = m.rows([
        "a": m.pages("--m|", ["m": Page([5, 6], next: 7, previous: 4)]),
        "a7": m.pages("-#", then: ["--7|"], ["7": Page([7, 8], next: nil)]),
        "a4": m.pages("-#", then: ["---4|"], ["4": Page([3, 4], next: nil)]),
      ])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in
        rows.next()
        rows.previous()
      }
      m.hot("---------o") { _ in rows.retry() }
      m.expect(
        rows.sketches,
        "nl-m-(ab)(cd)--e-gh",
        [
          "n": "n", "l": "l", "m": "…56…", "a": "…56+", "b": "+56+", "c": "+56!", "d": "!56!",
          "e": "+56+", "g": "+5678.", "h": "345678.",
        ]
      )
    }
  }

  @Test func `5: a retry after a failed refresh refreshes, and its success clears the failed end`()
  {
    marbles { m in
      let second = m.pages("-#")
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["-#", "--1|"]), "a2": second])
      m.hot("-----o") { _ in rows.next() }
      m.hot("--------o") { _ in rows.refresh() }
      m.hot("-----------o") { _ in rows.retry() }
      m.expect(
        rows.sketches,
        "nl-1-ae-gF-t-1",
        rowStates.merging(["F": "f12!", "t": "t12!"]) { $1 }
      )
      m.expectSubscriptions(second, ["-----^!"])
    }
  }

  @Test func `13: an append continues without visible rows`() {
    marbles { m in
      let rows = m.loadedRows()
      let view = m.keep(Owned(rows.states.sink { _ in }))
      m.hot("-----o") { _ in rows.next() }
      m.hot("------x") { _ in view.object = nil }
      m.expect(rows.sketches, "nl-1-a-2", rowStates)
    }
  }

  @Test func `13: an append ends with its loader, and waiting callers get the outcome`() {
    marbles { m in
      let second = m.pages("-----2|")
      let pages = ["a": m.pages("--1|"), "a2": second]
      let loader = m.keep(
        Owned(
          RowLoader(failure: { _ in .second }) { request async throws(SampleError) in
            guard let page = pages[request.name] else { throw .first }
            return try await page(orCancelled: .second)
          }
        )
      )
      m.hot("-o") { _ in loader.object?.load("a") }
      let outcomes = m.outcomes("-----o") { loader.object?.next() ?? RowLoader.nothing }
      m.hot("-------x") { _ in loader.object = nil }
      m.expect(outcomes, "-------c", ["c": "cancelled"])
      m.expectSubscriptions(second, ["-----^-!"])
    }
  }

  @Test func `17: repeated calls load each page once`() {
    marbles { m in
      let (second, third) = (m.pages("--2|"), m.pages("--3|"))
      let rows = m.loadedRows(["a2": second, "a3": third])
      m.hot("-----oooooo") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-a-2b-3", rowStates)
      m.expectSubscriptions(second, ["-----^-!"])
      m.expectSubscriptions(third, ["--------^-!"])
    }
  }
}
