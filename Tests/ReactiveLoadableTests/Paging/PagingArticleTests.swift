import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of the article, and the text next to them.
///
/// A page has two rows: `1` is page one with more to come, `2` two pages, `3` all of them.
@Suite struct `The contract of paged lists (P)` {
  static let states = [
    "n": "n", "l": "l", "f": "f", "1": "12…", "a": "12+", "e": "12!", "2": "1234…", "b": "1234+",
    "3": "123456.", "r": "r12+",
  ]

  @Test func `P1: a page is requested once`() {
    marbles { m in
      let first = m.pages("--1|")
      let second = m.pages("--2|")
      let rows = m.rows(["a": first, "a2": second])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----oo") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-a-2", Self.states)
      m.expectSubscriptions(first, ["-^-!"])
      m.expectSubscriptions(second, ["-----^-!"])
    }
  }

  @Test func `P2: a key has its own list`() {
    marbles { m in
      let a = m.pages("--1|")
      let b = m.pages("--2|")
      let rows = m.rows(["a": a, "b": b])
      m.hot("-a---b---a") { rows.loadIfNeeded($0) }
      m.expect(rows.sketches, "nl-A-l-B-A", Self.states.merging(["A": "12…", "B": "34…"]) { $1 })
      m.expectSubscriptions(a, ["-^-!"])
    }
  }

  @Test func `P3: a failure belongs to its end`() {
    marbles { m in
      let second = m.pages("-#", then: ["--2|"])
      let rows = m.rows(["a": m.pages("--1|"), "a2": second])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o--o") { _ in rows.next() }
      m.hot("------------o") { _ in rows.retry() }
      m.expect(rows.sketches, "nl-1-ae-----a-2", Self.states)
      m.expectSubscriptions(second, ["-----^!", "------------^-!"])
    }
  }

  @Test func `P4: a refresh has precedence`() {
    marbles { m in
      let first = m.pages("--1|")
      let second = m.pages("--2|")
      let rows = m.rows(["a": first, "a2": second])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot("------o") { _ in rows.refresh() }
      m.expect(rows.sketches, "nl-1-ar-a-2", Self.states)
      m.expectSubscriptions(first, ["-^-!", "------^-!"])
      m.expectSubscriptions(second, ["-----^!", "--------^-!"])
    }
  }

  @Test func `P5: visible rows drive the loads`() {
    marbles { m in
      let rows = m.rows(
        ["a": m.pages("--1|"), "a2": m.pages("--2|"), "a3": m.pages("--3|")],
        PagingPolicy(prefetchDistance: 4)
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.visible(at: 0) }
      m.expect(rows.sketches, "nl-1-a-b-3", Self.states)
    }
  }
}
