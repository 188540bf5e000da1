import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of P11.
///
/// A read takes one frame, a page two.
@Suite struct `Saved lists (P11)` {
  /// The saved page has other rows, and another cursor, than the first page of the server.
  private static let saved = ListRecords.Record(pages: [Page([8, 9], next: 7)])
  private static let states = rowStates.merging([
    "S": "l89…@~", "T": "l89+@~", "x": "89…@~", "F": "f89…@~", "g": "f89+@~", "h": "f8934…@~",
    "R": "r89…@~", "y": "89…@", "c": "l89.@~", "u": "r12…~", "v": "12…~",
  ]) { $1 }

  @Test func `first start: the list is saved`() {
    marbles { m in
      let records = m.listRecords()
      let rows = m.rows(["a": m.pages("--1|")], saved: records)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nl--1", Self.states)
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12>2"]) }
    }
  }

  @Test func `next start: the saved list is visible while the new one loads`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved])
      let first = m.pages("--1|")
      let rows = m.rows(["a": first], saved: records)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nlS-1", Self.states)
      m.expectSubscriptions(first, ["--^-!"])
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12>2"]) }
    }
  }

  @Test func `offline: the failure keeps the saved list, which is not saved again`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved])
      let rows = m.rows(["a": m.pages("--#")], saved: records)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nlS-F", Self.states)
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?"]) }
    }
  }

  @Test(arguments: [false, true])
  func `young: the saved list is the result of loadIfNeeded only`(isNeeded: Bool) {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.freshness = .lasting(.milliseconds(100))
      let young = ListRecords.Record(pages: Self.saved.pages, age: .milliseconds(40))
      let first = m.pages("--1|")
      let rows = m.rows(["a": first], saved: m.listRecords(["a": young]), policy)
      m.hot("-o-------o") { _ in rows.perform(isNeeded ? .loadIfNeeded("a") : .load("a")) }
      if isNeeded {
        // Stale at 20 + 60 ms.
        let outcomes = m.outcomes("--------------------o") { rows.loadIfNeeded("a") }
        m.expect(rows.savedSketches, "nly------R-1", Self.states)
        m.expect(outcomes, "--------------------o", ["o": "skipped: fresh"])
        m.expectSubscriptions(first, ["---------^-!"])
      } else {
        m.expect(
          rows.savedSketches,
          "nls-1----k-1",
          Self.states.merging(["s": "l89…@", "k": "l12…"]) { $1 }
        )
      }
    }
  }

  @Test(arguments: [Freshness.forever, .never])
  func `without a duration no record is the result`(freshness: Freshness) {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.freshness = freshness
      let young = ListRecords.Record(pages: Self.saved.pages, age: .zero)
      let rows = m.rows(["a": m.pages("--1|")], saved: m.listRecords(["a": young]), policy)
      m.hot("-o") { _ in rows.loadIfNeeded("a") }
      m.expect(rows.savedSketches, "nlS-1", Self.states)
    }
  }

  @Test(arguments: [
    (ListRecords.Record(pages: saved.pages, age: .zero, isStale: true)),
    ListRecords.Record(pages: saved.pages, age: .seconds(-1)),
  ])
  func `a record that was invalidated, or is from the future, is not the result`(
    record: ListRecords.Record
  ) {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.freshness = .lasting(.seconds(100))
      let rows = m.rows(["a": m.pages("--1|")], saved: m.listRecords(["a": record]), policy)
      m.hot("-o") { _ in rows.loadIfNeeded("a") }
      m.expect(rows.savedSketches, "nlS-1", Self.states)
    }
  }

  @Test func `a cancel returns to the saved list; during the read it calls nothing`() {
    marbles { m in
      let first = m.pages("--1|")
      let records = m.listRecords(["a": Self.saved])
      let rows = m.rows(["a": first], saved: records)
      m.hot("-o--o") { _ in rows.load("a") }
      m.hot("---c-") { _ in rows.cancel() }
      m.expect(rows.savedSketches, "nlSxk-1", Self.states.merging(["k": "l89…@~"]) { $1 })
      m.expectSubscriptions(first, ["--^!", "----^-!"])
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12>2"]) }
    }
    marbles { m in
      let first = m.pages("--1|")
      let rows = m.rows(
        ["a": first],
        saved: m.listRecords(["a": Self.saved], delay: .milliseconds(30))
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("--c") { _ in rows.cancel() }
      m.expect(rows.savedSketches, "nln", Self.states)
      m.expectSubscriptions(first, [])
    }
  }

  @Test func `next waits for the refresh, and uses the new cursor`() {
    marbles { m in
      let second = m.pages("--2|")
      let rows = m.rows(
        ["a": m.pages("----1|"), "a2": second, "a7": m.pages("--3|")],
        saved: m.listRecords(["a": Self.saved])
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----oo") { _ in rows.next() }
      m.expect(rows.savedSketches, "nlS-T-a-2", Self.states)
      m.expectSubscriptions(second, ["------^-!"])
    }
  }

  @Test func `after a failed refresh next uses the saved cursor`() {
    marbles { m in
      let saved = m.pages("--2|")
      let records = m.listRecords(["a": Self.saved])
      let rows = m.rows(["a": m.pages("----#"), "a7": saved], saved: records, count: 2)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----o") { _ in rows.next() }
      m.expect(rows.savedSketches, "nlS-T-g-h", Self.states)
      m.expectSubscriptions(saved, ["------^-!"])
      m.at(.milliseconds(120)) {
        #expect(records.notes.entries == ["a?", "a edited@ 89>7 34>3"])
      }
    }
  }

  @Test func `next during the read joins the load`() {
    marbles { m in
      let rows = m.rows(
        ["a": m.pages("--1|"), "a7": m.pages("--2|"), "a2": m.pages("--2|")],
        saved: m.listRecords(["a": Self.saved], delay: .milliseconds(20))
      )
      m.hot("-o") { _ in rows.load("a") }
      let outcomes = m.outcomes("--o") { rows.next() }
      m.expect(rows.savedSketches, "nl-S-1", Self.states)
      m.expect(outcomes, "-----1", ["1": "12…"])
    }
  }

  @Test(arguments: [true, false])
  func `a cancel of the refresh lets a page that waits use the saved cursor`(byHandle: Bool) {
    marbles { m in
      let rows = m.rows(
        ["a": m.pages("----1|"), "a7": m.pages("--2|")],
        saved: m.listRecords(["a": Self.saved])
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("---o") { _ in rows.next() }
      m.hot("----c") { _ in if byHandle { rows.refresh().cancel() } else { rows.cancel() } }
      m.expect(
        rows.savedSketches,
        byHandle ? "nlSTa-b" : "nlSTx",
        Self.states.merging(["a": "89+@~", "b": "8934…@~"]) { $1 }
      )
    }
  }

  @Test func `a saved list may be complete`() {
    marbles { m in
      let complete = ListRecords.Record(pages: [Page([8, 9], next: nil)])
      let rows = m.rows(["a": m.pages("---1|")], saved: m.listRecords(["a": complete]))
      m.hot("-o") { _ in rows.load("a") }
      let outcomes = m.outcomes("---o") { rows.next() }
      m.expect(rows.savedSketches, "nlc--1", Self.states)
      m.expect(outcomes, "---o", ["o": "skipped: endOfList"])
    }
  }
}

extension RowLoader {
  var savedSketches: some Publisher<String, Never> { states.map(\.savedSketch) }
}
