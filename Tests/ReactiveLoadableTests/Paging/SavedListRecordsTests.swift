import LoadableTesting
import ReactiveLoadable
import Testing

/// Which records a list reads, saves and removes (P11).
@Suite struct `The records of saved lists (P11)` {
  private typealias Record = ListRecords.Record

  private static let saved = Record(pages: [Page([8, 9], next: 7)])
  private static let states = rowStates.merging([
    "S": "l89…@~", "R": "r89…@~", "A": "12…", "B": "34…", "x": "89…@~",
  ]) { $1 }

  @Test func `a list in memory comes first, then its record`() {
    marbles { m in
      let records = m.listRecords()
      let pages = ["a": m.pages("-1|"), "b": m.pages("-2|"), "c": m.pages("-3|")]
      let rows = m.rows(pages, saved: records, PagingPolicy(cachedLists: 1))
      // The list of a is cached at 50 ms, and evicted by that of c.
      m.hot("a--b--a--b--c--a") { rows.loadIfNeeded($0) }
      m.at(.milliseconds(180)) {
        let notes = [
          "a?", "a loaded 12>2", "b?", "b loaded 34>3", "c?", "c loaded 56.", "a?", "a loaded 12>2",
        ]
        #expect(records.notes.entries == notes)
        #expect(rows.state.sketch == "12…")
      }
    }
  }

  @Test func `only the first pages are saved, each time that one of them arrives`() {
    marbles { m in
      let records = m.listRecords()
      let pages = ["a": m.pages("-1|"), "a2": m.pages("-2|"), "a3": m.pages("-3|")]
      let rows = m.rows(pages, saved: records, count: 2)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---o-o") { _ in rows.next() }
      m.at(.milliseconds(90)) {
        #expect(rows.state.sketch == "123456.")
        #expect(records.notes.entries == ["a?", "a loaded 12>2", "a edited 12>2 34>3"])
      }
    }
  }

  @Test func `the first page with rows is saved after pages without rows`() {
    marbles { m in
      let records = m.listRecords()
      let pages = [
        "a": m.pages("-E|", ["E": Page([], next: 0)]),
        "a0": m.pages("-F|", ["F": Page([], next: 1)]),
        "a1": m.pages("-1|"), "a2": m.pages("-2|"),
      ]
      let rows = m.rows(pages, saved: records)
      m.hot("o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.at(.milliseconds(80)) {
        #expect(rows.state.sketch == "1234…")
        #expect(records.notes.entries == ["a?", "a loaded 12>2"])
      }
    }
  }

  @Test func `a failed page, a row and a total that follow the saved pages save nothing`() {
    marbles { m in
      let records = m.listRecords()
      let pages = ["a": m.pages("-1|"), "a2": m.pages("-2|"), "a3": m.pages("-#")]
      let rows = m.rows(pages, saved: records)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---o-o") { _ in rows.next() }
      m.at(.milliseconds(80)) {
        #expect(rows.edit(4) { $0.text = "x" })
        #expect(rows.remove(3))
        #expect(rows.state.sketch == "124x!")
        #expect(records.notes.entries == ["a?", "a loaded 12>2"])
      }
    }
  }

  @Test func `edits of the saved pages are saved, also of a cached list`() {
    marbles { m in
      let records = m.listRecords()
      let pages = ["a": m.pages("-1|"), "a2": m.pages("-2|"), "b": m.pages("-1|")]
      let rows = m.rows(pages, saved: records, count: 2)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---o") { _ in rows.next() }
      m.at(.milliseconds(60)) {
        let before = records.notes.entries.count
        rows.edit(3) { $0.text = "x" }
        rows.insert(7, at: .after(1))
        rows.remove(1)
        rows.insert(5, at: .end)
        #expect(
          records.notes.entries.dropFirst(before) == [
            "a edited 12>2 3x4>3", "a edited 172>2 3x4>3", "a edited 72>2 3x4>3",
            "a edited 72>2 3x45>3",
          ]
        )
        rows.load("b")
      }
      m.at(.milliseconds(110)) {
        let before = records.notes.entries.count
        rows.edit(2) { $0.text = "y" }
        #expect(
          records.notes.entries.dropFirst(before).sorted() == [
            "a edited 72y>2 3x45>3", "b edited 12y>2",
          ]
        )
      }
    }
  }

  @Test func `an edit during the read applies to the saved list, and not to the result`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved], delay: .milliseconds(20))
      let page = m.pages("--A|", ["A": Page([9, 8], next: 2)])
      let rows = m.rows(["a": page], saved: records)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("--e") { _ in rows.edit(9) { $0.text += "e" } }
      m.hot("----f") { _ in rows.remove(8) }
      m.expect(
        rows.savedSketches,
        "nl-Sf1",
        ["n": "n", "l": "l", "S": "l89e…@~", "f": "l9e…@~", "1": "9…"]
      )
      m.at(.milliseconds(90)) {
        #expect(
          records.notes.entries
            == ["a?", "a edited@ 89e>7", "a edited@ 9e>7", "a loaded 9>2"]
        )
      }
    }
  }

  @Test func `an edit while the load waits for its turn applies to the saved list`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let records = m.listRecords(["a": Self.saved])
      let page = m.pages("--A|", ["A": Page([9, 8], next: 2)])
      let rows = m.rows(["a": page], saved: records, PagingPolicy(load: LoadPolicy(queue: queue)))
      let other = m.text("-----A|")
      let occupied = m.keep(Loader(policy: LoadPolicy(queue: queue)) { try await other() })
      m.at(.zero) { occupied.load() }
      m.hot("-o") { _ in rows.load("a") }
      m.hot("---e") { _ in rows.edit(9) { $0.text += "e" } }
      m.hot("----f") { _ in rows.remove(8) }
      m.expectSubscriptions(page, ["-----^-!"])
      m.expect(
        rows.savedSketches,
        "nlSef--1",
        ["n": "n", "l": "l", "S": "l89…@~", "e": "l89e…@~", "f": "l9e…@~", "1": "98…"]
      )
      m.at(.milliseconds(90)) {
        #expect(
          records.notes.entries
            == ["a?", "a edited@ 89e>7", "a edited@ 9e>7", "a loaded 98>2"]
        )
      }
    }
  }

  @Test func `a reset during the read drops the record, and removes those of all keys`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved, "b": Self.saved])
      let rows = m.rows(["a": m.pages("-1|"), "b": m.pages("-1|")], saved: records)
      m.hot("a---b") { rows.load($0) }
      m.hot("----(rr)") { _ in rows.reset() }
      m.at(.milliseconds(90)) {
        #expect(rows.state.sketch == "n")
        let notes = ["a?", "a loaded 12>2", "b?", "a removed", "b removed"]
        #expect(records.notes.entries == notes)
      }
    }
  }

  @Test func `clear keeps the record`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved])
      let rows = m.rows(["a": m.pages("--1|")], saved: records, PagingPolicy(cachedLists: 0))
      m.hot("-o---o") { _ in rows.load("a") }
      m.hot("---c") { _ in rows.clear() }
      m.expect(rows.savedSketches, "nlSn-lS-1", Self.states)
      m.at(.milliseconds(120)) {
        #expect(records.notes.entries == ["a?", "a?", "a loaded 12>2"])
      }
    }
  }

  @Test(arguments: [1, 0])
  func `a reset after a clear removes the record of a list that is cached`(cachedLists: Int) {
    marbles { m in
      let records = m.listRecords()
      let policy = PagingPolicy(cachedLists: cachedLists)
      let rows = m.rows(["a": m.pages("-1|")], saved: records, policy)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---cr") { sign in if sign == "c" { rows.clear() } else { rows.reset() } }
      m.at(.milliseconds(90)) {
        let removal = cachedLists > 0 ? ["a removed"] : []
        #expect(records.notes.entries == ["a?", "a loaded 12>2"] + removal)
      }
    }
  }

  @Test func `invalidate marks the records of all lists, and what a running load saves`() {
    marbles { m in
      let records = m.listRecords()
      let rows = m.rows(["a": m.pages("-1|"), "b": m.pages("--1|")], saved: records)
      m.hot("a--b") { rows.load($0) }
      m.hot("-----i-ii") { _ in rows.invalidate() }
      m.at(.milliseconds(70)) { #expect(rows.state.savedSketch == "12…~") }
      m.at(.milliseconds(120)) {
        let notes = [
          "a?", "a loaded 12>2", "b?", "a stale 12>2", "b loaded 12>2", "b stale 12>2",
        ]
        #expect(records.notes.entries == notes)
      }
    }
  }

  @Test func `a scope that is reset removes all records`() {
    marbles { m in
      let records = m.listRecords()
      let rows = m.rows(["a": m.pages("-1|")], saved: records)
      m.hot("o") { _ in rows.load("a") }
      m.at(.milliseconds(40)) {
        #expect(rows.resetForScope() != nil)
        #expect(records.notes.entries == ["a?", "a loaded 12>2", "all removed"])
      }
    }
  }

  @Test func `a retry reads nothing`() {
    marbles { m in
      let records = m.listRecords()
      var policy = PagingPolicy()
      policy.load.retry = .constant(.milliseconds(10), limit: 1)
      let rows = m.rows(["a": m.pages("-#")], saved: records, policy)
      m.hot("o") { _ in rows.load("a") }
      m.hot("------o") { _ in rows.retry() }
      m.at(.milliseconds(200)) { #expect(records.notes.entries == ["a?"]) }
    }
  }
}
