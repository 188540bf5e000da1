import LoadableTesting
import ReactiveLoadable
import Testing

/// Problems of other libraries with keys, first pages and views; the numbers are those of the
/// thirty cases.
@Suite struct `Edge cases of paging: keys and first pages (P2, P3, P5)` {
  private static let keys = rowStates.merging(["A": "12…", "B": "34…", "C": "34."]) { $1 }

  @Test func `9: a page of the old key is not added to the list of the new one`() {
    marbles { m in
      let rows = m.rows([
        "a": m.pages("--1|"), "a2": m.pages("-----3|", [:], .ignored), "b": m.pages("--2|"),
      ])
      m.hot("-a-----b") { rows.load($0) }
      let appended = m.outcomes("-----o") { rows.next() }
      m.expect(rows.sketches, "nl-1-a-l-B", Self.keys)
      m.expect(appended, "-------r", ["r": "replaced"])
    }
  }

  @Test func `9: a first page of the old key is dropped, and a cancel restores the old list`() {
    marbles { m in
      let rows = m.rows([
        "a": m.pages("--1|"), "b": m.pages("---2|", [:], .ignored), "c": m.pages("----3|"),
      ])
      m.hot("-a---bc") { rows.load($0) }
      m.hot("--------c") { _ in rows.cancel() }
      m.expect(rows.sketches, "nl-1-ll-1", Self.keys)
    }
  }

  @Test
  func `9: the policy chooses the visible list while another key loads, and the state has its key`()
  {
    marbles { m in
      let policy = PagingPolicy(load: LoadPolicy(previous: .always))
      let rows = m.rows(["a": m.pages("--1|"), "b": m.pages("--2|")], policy)
      m.hot("-a---b") { rows.load($0) }
      m.expect(
        rows.states.map { $0.sketch + ($0.latest?.key ?? "") },
        "nl-1-L-2",
        ["n": "n", "l": "l", "1": "12…a", "L": "l12…a", "2": "34…b"]
      )
    }
  }

  @Test func `9: the ends of a list of another key request nothing`() {
    marbles { m in
      let second = m.pages("--3|")
      let policy = PagingPolicy(load: LoadPolicy(previous: .always))
      let rows = m.rows(
        ["a": m.pages("--1|"), "a2": second, "b": m.pages("----2|")],
        policy
      )
      m.hot("-a---b") { rows.load($0) }
      m.hot("------v") { _ in rows.visible(at: 1) }
      let joined = m.outcomes("-------o") { rows.next() }
      m.expect(rows.sketches, "nl-1-L---B", Self.keys.merging(["L": "l12…"]) { $1 })
      m.expect(joined, "---------B", Self.keys)
      m.expectSubscriptions(second, [])
    }
  }

  @Test func `14: a first page that has failed is not requested by scrolling`() {
    marbles { m in
      let first = m.pages("-#", then: ["--1|"])
      let rows = m.rows(["a": first])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----v") { _ in rows.visible(at: 0) }
      m.hot("-----n") { _ in rows.next() }
      m.hot("-------t") { _ in rows.retry() }
      m.expect(rows.sketches, "nlf----t-1", rowStates.merging(["t": "t"]) { $1 })
      m.expectSubscriptions(first, ["-^!", "-------^-!"])
    }
  }

  @Test func `15: a row of an empty list and an unknown row request nothing`() {
    marbles { m in
      let second = m.pages("--2|")
      let rows = m.loadedRows([
        "a": m.pages("--1|", then: ["--x|"], ["x": Page([], next: nil)]), "a2": second,
      ])
      m.hot("-----v") { _ in
        rows.visible(at: 2)
        rows.visible(at: -1)
        rows.visible(7)
      }
      m.hot("------r") { _ in rows.refresh() }
      m.hot("---------v") { _ in rows.visible(at: 0) }
      m.expect(rows.sketches, "nl-1--r-x", rowStates.merging(["x": "."]) { $1 })
      m.expectSubscriptions(second, [])
    }
  }

  @Test func `22: a second view has the list and its ends, and requests nothing`() {
    marbles { m in
      let first = m.pages("--1|")
      let rows = m.loadedRows(["a": first])
      m.hot("-----n") { _ in rows.next() }
      m.hot("---------a----a") { rows.loadIfNeeded($0) }
      m.expect(rows.sketches, "nl-1-a-2", rowStates)
      m.expectSubscriptions(first, ["-^-!"])
    }
  }

  @Test func `22: switching back to a list restores its length, and loading continues`() {
    marbles { m in
      let first = m.pages("--1|")
      let rows = m.loadedRows(["a": first, "b": m.pages("--3|")])
      m.hot("-----n") { _ in rows.next() }
      m.hot("--------b---a") { rows.loadIfNeeded($0) }
      m.hot("-------------n") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-a-2l-C-2b-3", Self.keys.merging(["C": "56."]) { $1 })
      m.expectSubscriptions(first, ["-^-!"])
    }
  }

  @Test func `24: a row that becomes visible repeatedly requests once`() {
    marbles { m in
      let second = m.pages("--2|")
      let rows = m.loadedRows(["a2": second], PagingPolicy(prefetchDistance: 1))
      m.hot("-----vv-v") { _ in rows.visible(at: 1) }
      m.expect(rows.sketches, "nl-1-a-2", rowStates)
      m.expectSubscriptions(second, ["-----^-!"])
    }
  }

  @Test func `26: pages load only while too few rows follow`() {
    marbles { m in
      let third = m.pages("--3|")
      let rows = m.loadedRows(["a3": third], PagingPolicy(prefetchDistance: 2))
      m.hot("-----v") { _ in rows.visible(2) }
      m.expect(rows.sketches, "nl-1-a-2", rowStates)
      m.expectSubscriptions(third, [])
    }
  }

  @Test func `27: a page that does not fill the view loads the next one`() {
    marbles { m in
      let rows = m.loadedRows([:], PagingPolicy(prefetchDistance: 5))
      m.hot("-----v") { _ in rows.visible(at: 1) }
      m.expect(rows.sketches, "nl-1-a-b-3", rowStates)
    }
  }

  @Test func `28: an empty result is a loaded, complete, empty list`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--x|", ["x": Page([], next: nil)])])
      m.expect(rows.sketches, "nl-x", rowStates.merging(["x": "."]) { $1 })
    }
  }

  @Test func `29: fast scrolling loads one page at a time, and skips none`() {
    marbles { m in
      let (second, third) = (m.pages("--2|"), m.pages("--3|"))
      let rows = m.loadedRows(["a2": second, "a3": third], PagingPolicy(prefetchDistance: 2))
      m.hot("-----vvvvvvv") { _ in for index in 0..<4 { rows.visible(at: index) } }
      m.expect(rows.sketches, "nl-1-a-2b-3", rowStates)
      m.expectSubscriptions(second, ["-----^-!"])
      m.expectSubscriptions(third, ["--------^-!"])
    }
  }
}
