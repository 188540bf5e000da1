import LoadableTesting
import ReactiveLoadable
import Testing

extension PagedRows<String, Row, SampleError> {
  var sketches: some Publisher<String, Never> { states.map(\.sketch) }
}

/// Rows of pages of which a filter removes most, in exact virtual time.
///
/// A page has two rows, `1` and `2`, then `3` and `4`, then `5` and `6`. A row requests if it is
/// the last.
@Suite struct `The rows of a paged list in time (Q5, Q6, Q7)` {
  private func loader(
    _ m: Marbles,
    _ second: RowWork,
    limit: Int = 3,
    afterFailure: PagingPolicy.AfterFailure = .waitForRetry
  ) -> RowLoader {
    m.rows(
      ["a": m.pages("--1|"), "a2": second, "a3": m.pages("--3|")],
      PagingPolicy(prefetchDistance: 1, emptyPageLimit: limit, afterFailure: afterFailure)
    )
  }

  @Test func `a page that is filtered to no rows loads the next one`() {
    marbles { m in
      let second = m.pages("--2|")
      let loader = loader(m, second)
      let rows = m.keep(loader.rows { ($0.id < 3 || $0.id > 4) ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o") { _ in rows.visible(at: 1) }
      m.expect(
        rows.sketches,
        "nl-1-a-a-3",
        ["n": "n", "l": "l", "1": "12…", "a": "12+", "3": "1256."]
      )
      m.expect(
        loader.sketches,
        "nl-1-a-(2b)-3",
        [
          "n": "n", "l": "l", "1": "12…", "a": "12+", "2": "1234…", "b": "1234+", "3": "123456.",
        ]
      )
      m.expectSubscriptions(second, ["-----^-!"])
    }
  }

  @Test func `a row that is not the last one, and an unknown row, request nothing`() {
    marbles { m in
      let second = m.pages("--2|")
      let loader = loader(m, second)
      let rows = m.keep(loader.rows { $0.id < 5 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----012345") { rows.visible(at: ["0": 0, "1": -1, "2": 2, "3": 9][$0] ?? 0) }
      m.expectSubscriptions(second, [])
    }
  }

  @Test func `while no row passes the filter, pages load one after the other`() {
    marbles { m in
      let loader = loader(m, m.pages("--2|"))
      let rows = m.keep(loader.rows { $0.id > 4 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.expect(rows.sketches, "nl-+-+-3", ["n": "n", "l": "l", "+": "+", "3": "56."])
    }
  }

  @Test func `after the maximum number of pages without a row it waits for next()`() {
    marbles { m in
      let loader = loader(m, m.pages("--2|"), limit: 1)
      let rows = m.keep(loader.rows { $0.id > 9 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("--------o") { _ in loader.next() }
      m.expect(rows.sketches, "nl-+-w--+-d", ["n": "n", "l": "l", "+": "+", "w": "…", "d": "."])
    }
  }

  @Test
  func `after the maximum number of pages without a row, the next visible row requests again`() {
    marbles { m in
      let loader = loader(m, m.pages("--2|"), limit: 0)
      let rows = m.keep(loader.rows { $0.id < 3 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o--o") { _ in rows.visible(2) }
      m.expect(
        rows.sketches,
        "nl-1-a-1a-3",
        ["n": "n", "l": "l", "1": "12…", "a": "12+", "3": "12."]
      )
    }
  }

  @Test func `a failed end is not requested until a retry`() {
    marbles { m in
      let second = m.pages("-#", then: ["--2|"])
      let loader = loader(m, second)
      let rows = m.keep(loader.rows { ($0.id < 3 || $0.id > 4) ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o--o") { _ in rows.visible(at: 1) }
      m.hot("------------o") { _ in loader.retry() }
      m.expect(
        rows.sketches,
        "nl-1-ae-----a-a-3",
        ["n": "n", "l": "l", "1": "12…", "a": "12+", "e": "12!", "3": "1256."]
      )
      m.expectSubscriptions(second, ["-----^!", "------------^-!"])
    }
  }

  @Test func `a failed end with no row left is not requested, either`() {
    marbles { m in
      let second = m.pages("-#", then: ["--2|"])
      let loader = loader(m, second)
      let rows = m.keep(loader.rows { $0.id > 4 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.expect(rows.sketches, "nl-+e", ["n": "n", "l": "l", "+": "+", "e": "!"])
    }
  }

  @Test func `a row requests a failed end, if the policy says so`() {
    marbles { m in
      let loader = loader(
        m,
        m.pages("-#", then: ["--2|"]),
        afterFailure: .retry(after: .milliseconds(20))
      )
      let rows = m.keep(loader.rows { ($0.id < 3 || $0.id > 4) ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o--o") { _ in rows.visible(at: 1) }
      m.expect(
        rows.sketches,
        "nl-1-ae-a-a-3",
        ["n": "n", "l": "l", "1": "12…", "a": "12+", "e": "12!", "3": "1256."]
      )
    }
  }

  @Test func `after a cancel nothing is requested until a row becomes visible`() {
    marbles { m in
      let second = m.pages("--2|", then: ["--2|"])
      let loader = loader(m, second)
      let rows = m.keep(loader.rows { $0.id < 3 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o------o") { _ in
        rows.visible(at: 0); rows.visible(at: 1)
      }
      m.hot("------o") { _ in loader.cancel() }
      m.hot("--------o") { _ in loader.edit(2) { $0.text = "x" } }
      m.expect(
        rows.sketches,
        "nl-1-a1-x---b-b-3",
        ["n": "n", "l": "l", "1": "12…", "a": "12+", "x": "12x…", "b": "12x+", "3": "12x."]
      )
      m.expectSubscriptions(second, ["-----^!", "------------^-!"])
    }
  }

  @Test func `after a cancel with no row left nothing is requested, not even after an edit`() {
    marbles { m in
      let second = m.pages("--2|")
      let loader = loader(m, second)
      let rows = m.keep(loader.rows { $0.id > 4 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----o") { _ in loader.cancel() }
      m.hot("------o") { _ in loader.edit(2) { $0.text = "x" } }
      m.expect(rows.sketches, "nl-+w-w", ["n": "n", "l": "l", "+": "+", "w": "…"])
      m.expectSubscriptions(second, ["---^!"])
    }
  }

  @Test func `an edit that removes rows loads the next page`() {
    marbles { m in
      let loader = loader(m, m.pages("--2|"))
      let rows = m.keep(loader.rows { $0.text.isEmpty ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o") { _ in rows.visible(at: 0) }
      m.hot("------o") { _ in loader.edit(2) { $0.text = "x" } }
      m.expect(
        rows.sketches,
        "nl-1--a-2",
        ["n": "n", "l": "l", "1": "12…", "a": "1+", "2": "134…"]
      )
    }
  }

  @Test func `a refresh publishes the rows of the new list, and checks the visible ones again`() {
    marbles { m in
      let loader = m.rows(
        [
          "a": m.pages("--1|", then: ["--R|"], ["R": Page([2, 8, 4, 9], next: 3)]),
          "a3": m.pages("--3|"),
        ],
        PagingPolicy(prefetchDistance: 1)
      )
      let rows = m.keep(loader.rows { $0.id < 7 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----0-----1") { rows.visible(at: $0 == "0" ? 0 : 1) }
      m.hot("------o") { _ in loader.refresh() }
      m.expect(
        rows.sketches,
        "nl-1--r-2-a-3",
        ["n": "n", "l": "l", "1": "12…", "r": "r12…", "2": "24…", "a": "24+", "3": "2456."]
      )
    }
  }

  @Test func `visible rows are found by their ids in a new list`() {
    marbles { m in
      let loader = m.rows(
        [
          "a": m.pages("--1|", then: ["--R|"], ["R": Page([7, 2, 1], next: 3)]),
          "a3": m.pages("--3|"),
        ],
        PagingPolicy(prefetchDistance: 1)
      )
      let rows = m.keep(loader.rows { $0 })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----o") { _ in rows.visible(1) }
      m.hot("------o") { _ in loader.refresh() }
      m.expect(
        rows.sketches,
        "nl-1--r-a-3",
        ["n": "n", "l": "l", "1": "12…", "r": "r12…", "a": "721+", "3": "72156."]
      )
    }
  }

  @Test func `rows that are visible during a failed refresh load their page after it`() {
    marbles { m in
      let loader = m.rows(
        ["a": m.pages("--1|", then: ["--#"]), "a2": m.pages("--2|")],
        PagingPolicy(prefetchDistance: 1)
      )
      let rows = m.keep(loader.rows { $0 })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("-----o") { _ in loader.refresh() }
      m.hot("------o") { _ in rows.visible(at: 1) }
      m.expect(
        rows.sketches,
        "nl-1-rsf-2",
        ["n": "n", "l": "l", "1": "12…", "r": "r12…", "s": "r12+", "f": "f12+", "2": "f1234…"]
      )
    }
  }

  @Test func `another key starts again, and its first page is checked`() {
    marbles { m in
      let loader = m.rows(
        ["a": m.pages("--1|"), "b": m.pages("--2|"), "b3": m.pages("--3|")],
        PagingPolicy(prefetchDistance: 1)
      )
      let rows = m.keep(loader.rows { ($0.id < 3 || $0.id > 4) ? $0 : nil })
      m.hot("-a---b------a") { loader.loadIfNeeded($0) }
      m.hot("----o") { _ in rows.visible(at: 0) }
      m.expect(
        rows.sketches,
        "nl-1-l-+-3--1",
        ["n": "n", "l": "l", "1": "12…", "+": "+", "3": "56."]
      )
    }
  }
}
