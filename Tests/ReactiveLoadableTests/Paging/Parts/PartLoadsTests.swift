import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Other loads, visible rows and reports next to parts.
@Suite struct `Parts and other loads (P12)` {
  static let states = `Pages in parts (P12)`.states

  // MARK: Other loads

  @Test func `a load of another key removes the part, unless the policy keeps it`() {
    for previous in [LoadPolicy.Previous.ofSameRequest, .always, .never] {
      marbles { m in
        let policy = PagingPolicy(load: LoadPolicy(previous: previous))
        let rows = m.rows(["a": m.parts("-p-1"), "b": m.parts("--2")], policy)
        m.hot("-a--b") { rows.load($0) }
        let states = Self.states.merging(["2": "34…", "k": "l1+"]) { $1 }
        m.expect(rows.partSketches, previous == .always ? "nlP-k-2" : "nlP-l-2", states)
      }
    }
  }

  @Test func `a load of the same key keeps the part of the load that it replaces`() {
    for previous in [LoadPolicy.Previous.ofSameRequest, .never] {
      marbles { m in
        let policy = PagingPolicy(load: LoadPolicy(previous: previous, duplicate: .replace))
        let rows = m.rows(["a": m.parts("-p-1", "--1")], policy)
        m.hot("-a-a") { rows.load($0) }
        m.expect(rows.partSketches, previous == .never ? "nlPl-1" : "nlPP-1", Self.states)
      }
    }
  }

  @Test func `the list of another key has no part, and a list with a failed part is not cached`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-p#", "-1"), "b": m.parts("-2")])
      m.hot("-a---b---a") { rows.loadIfNeeded($0) }
      m.expect(rows.partSketches, "nlPF-l2--l1", Self.states.merging(["2": "34…"]) { $1 })
    }
  }

  @Test func `an append continues after a refresh, and its part stays until then`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-q-1"), "a2": m.parts("-u---2", "-u-2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o--r") { if $0 == "o" { rows.next() } else { rows.refresh() } }
      let states = ["R": "r123+", "Q": "r178+"]
      m.expect(rows.partSketches, "nl-1-aU-RQ-aU-2", Self.states.merging(states) { $1 })
    }
  }

  @Test func `a refresh after the parts of the list and of its end`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-p1", "--7"), "a2": m.parts("-u2", "-2")])
      m.hot("-o---o---r") {
        switch $0 {
        case "r": rows.refresh()
        default: rows.next()
        }
      }
      m.hot("-o") { _ in rows.load("a") }
      let states = ["R": "r1234…", "2": "1234…", "7": "17…"]
      m.expect(rows.partSketches, "nlP1-aU2-R-7", Self.states.merging(states) { $1 })
    }
  }

  // MARK: Cursors, ids and rows

  @Test func `next joins the load of a first page with a part, and waits for a refresh`() {
    marbles { m in
      let second = m.parts("-2")
      let rows = m.rows(["a": m.parts("-p-1", "-q-1"), "a2": second, "a9": m.parts("-3")])
      let outcomes = m.outcomes("---o-----------o") { rows.next() }
      m.hot("-o-----------r") { if $0 == "o" { rows.load("a") } else { rows.refresh() } }
      m.expect(
        rows.partSketches,
        "nlP-1--------rQQ(a)2",
        Self.states.merging(["Q": "r178+", "2": "1234…"]) { $1 }
      )
      m.expect(outcomes, "----1------------2", ["1": "12…", "2": "1234…"])
      m.at(.milliseconds(300)) { #expect(second.starts.entries == [16]) }
    }
  }

  @Test func `ids that occur twice are dropped from a part as from a page`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("-d-6")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      let counts = rows.states.map { "\($0.sketch) \($0.latest?.duplicateCount ?? 0)" }
      let states = [
        "n": "n 0", "l": "l 0", "1": "12… 0", "a": "12+ 0", "d": "123+ 2", "2": "123. 1",
      ]
      m.expect(counts, "nl-1-ad-2", states)
    }
  }

  @Test func `a part of the end has its total`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("-t-#")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o-c") { if $0 == "o" { rows.next() } else { rows.cancel() } }
      let totals = rows.states.map { $0.latest?.total ?? 0 }
      m.expect(totals, "00-0-0t0", ["0": 0, "t": 50])
    }
  }

  @Test func `a visible row of a part requests the next page when its page has loaded`() {
    marbles { m in
      let second = m.parts("-u-2")
      let policy = PagingPolicy(prefetchDistance: 2)
      let rows = m.rows(["a": m.parts("-q-1"), "a2": second, "a3": m.parts("-3")], policy)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("---v--v") { _ in rows.visible(at: 2) }
      let states = ["L": "l178+", "a": "12+", "U": "123+", "c": "1234+", "3": "123456."]
      m.expect(rows.partSketches, "nlL-aU-c3", Self.states.merging(states) { $1 })
    }
  }

  @Test func `a visible row of a part by its id, before the first rows, counts from its page on`() {
    marbles { m in
      let policy = PagingPolicy(prefetchDistance: 1)
      let rows = m.rows(["a": m.parts("--5"), "a0": m.parts("-b-4")], policy)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.previous() }
      m.hot("-------v") { _ in rows.visible(-1) }
      let states = ["1": "…12…", "a": "+12…", "b": "+-112…", "2": "-1-212…"]
      m.expect(rows.partSketches, "nl-1-ab-2", Self.states.merging(states) { $1 })
    }
  }

  @Test func `a window does not count a part, and drops it with the load of its end`() {
    marbles { m in
      let work = [
        "a": m.parts("-5"), "a2": m.parts("-8"), "a0": m.parts("-b----4"),
      ]
      let rows = m.rows(work, PagingPolicy(window: 2))
      m.hot("-o") { _ in rows.load("a") }
      let outcomes = m.outcomes("---o") { rows.previous() }
      m.hot("-----o") { _ in rows.next() }
      let states = [
        "1": "…12…", "a": "+12…", "b": "+-112…", "c": "+-112+", "d": "+-11234.", "e": "-1-21234.",
        "f": "-1-212…",
      ]
      m.expect(rows.partSketches, "nl1ab(c)d--f", Self.states.merging(states) { $1 })
      m.expect(outcomes, "---------f", ["f": "-1-212…"])
    }
  }

  // MARK: Reports

  @Test func `a part that changes nothing visible is not published again`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-pp-1"), "a2": m.parts("ouu%%2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("------o") { _ in rows.next() }
      let states = ["h": "123+>50%"]
      m.expect(rows.partSketches, "nlP--1aU-h-2", Self.states.merging(states) { $1 })
    }
  }

  @Test func `progress without parts`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-%-1"), "a2": m.parts("-%-2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("------o") { _ in rows.next() }
      let states = ["h": "12+>50%"]
      m.expect(rows.partSketches, "nlH-1-ah-2", Self.states.merging(states) { $1 })
    }
  }

  @Test func `progress of the first page`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-%-1")])
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.partSketches, "nlH-1", Self.states)
    }
  }

  @Test func `late reports change nothing`() {
    marbles { m in
      let late = m.parts("-p-p%p#", "--1", ignoresCancellation: true)
      let rows = m.rows(["a": late, "a2": m.parts("-uu-u%2", "-2", ignoresCancellation: true)])
      m.hot("-o-c-o---o-x-o") {
        switch $0 {
        case "c", "x": rows.cancel()
        case "o": rows.next()
        default: break
        }
      }
      m.at(.milliseconds(10)) { rows.load("a") }
      m.at(.milliseconds(50)) { rows.load("a") }
      m.expect(rows.partSketches, "nlPn-l-1-aU1-a2", Self.states)
    }
  }
}
