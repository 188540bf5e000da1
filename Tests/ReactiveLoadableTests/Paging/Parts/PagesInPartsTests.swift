import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The diagrams of P12.
@Suite struct `Pages in parts (P12)` {
  static let states = rowStates.merging([
    "P": "l1+", "Q": "r178+", "F": "f1…", "T": "t1…", "H": "l%50%", "U": "123+", "V": "12395+",
    "B": "-112+", "X": "123!",
  ]) { $1 }

  @Test func `the first page arrives in parts`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-p-1")])
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.partSketches, "nlP-1", Self.states)
    }
  }

  @Test func `each part replaces the part before, and the page replaces the last one`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-pq-p1")])
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.partSketches, "nlPL-P1", Self.states.merging(["L": "l178+"]) { $1 })
    }
  }

  @Test func `the next page arrives in parts`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("-uv2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.expect(rows.partSketches, "nl-1-aUV2", Self.states)
    }
  }

  @Test func `the previous page arrives in parts`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--5"), "a0": m.parts("-b-4")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.previous() }
      let states = ["1": "…12…", "a": "+12…", "b": "+-112…", "2": "-1-212…"]
      m.expect(rows.partSketches, "nl-1-ab-2", Self.states.merging(states) { $1 })
    }
  }

  @Test func `both ends arrive in parts`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--5"), "a0": m.parts("-b-4"), "a2": m.parts("--u2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in
        rows.previous()
        rows.next()
      }
      let states = [
        "1": "…12…", "a": "+12…", "b": "+12+", "c": "+-112+", "d": "+-1123+", "e": "-1-2123+",
        "f": "-1-21234…",
      ]
      m.expect(rows.partSketches, "nl-1-(ab)cd(ef)", Self.states.merging(states) { $1 })
    }
  }

  // MARK: Refresh

  @Test func `a part that is shorter than the first page does not replace the list`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-pq-7")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----r") { _ in rows.refresh() }
      m.expect(rows.partSketches, "nl-1-r-Q-2", Self.states.merging(["2": "17…"]) { $1 })
    }
  }

  @Test func `the first page counts, not the list, and a later part may be shorter`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-qp-7"), "a2": m.parts("-2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot("-------r") { _ in rows.refresh() }
      let states = Self.states.merging(["3": "17…", "s": "r1+"]) { $1 }
      m.expect(rows.partSketches, "nl-1-a2RQs-3", states)
    }
  }

  @Test func `a failed refresh keeps the visible part, as a failed load`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-q-#")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----r") { _ in rows.refresh() }
      m.expect(rows.partSketches, "nl-1-rQ-F", Self.states.merging(["F": "f178…"]) { $1 })
    }
  }

  @Test func `a failed refresh whose part is hidden keeps the list`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-p-#"), "a2": m.parts("-2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----r") { _ in rows.refresh() }
      m.hot("----------o") { _ in rows.next() }
      let states = ["F": "f12…", "G": "f12+", "H": "f1234…"]
      m.expect(rows.partSketches, "nl-1-r--F-GH", Self.states.merging(states) { $1 })
    }
  }

  @Test func `a cancelled refresh returns to the list`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-q--1")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----r") { _ in rows.refresh() }
      m.hot("-------c") { _ in rows.cancel() }
      m.expect(rows.partSketches, "nl-1-rQ1", Self.states)
    }
  }

  @Test func `a deep refresh has no part`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "%q-1"), "a2": m.parts("-2", "%v-2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot("-------r") { _ in rows.refreshAllPages() }
      let states = Self.states.merging(["r": "r1234…%0 of 2", "s": "r1234…%1 of 2"]) { $1 }
      m.expect(rows.partSketches, "nl-1-a2r--s--2", states)
    }
  }

  // MARK: Failures and cancels

  @Test func `a failed first page keeps its part, which leads nowhere until a retry`() {
    marbles { m in
      let first = m.parts("-p-#", "--1")
      let policy = PagingPolicy(prefetchDistance: 1, afterFailure: .retry)
      let rows = m.rows(["a": first, "a9": m.parts("-2")], policy)
      m.hot("-o----------t") { if $0 == "o" { rows.load("a") } else { rows.retry() } }
      let skipped = m.outcomes("---------o") { rows.next() }
      m.hot("---------v") { _ in rows.visible(at: 0) }
      m.expect(rows.partSketches, "nlP-F-------T-1", Self.states)
      m.expect(skipped, "---------s", ["s": "skipped: \(SkipReason.waitingForRetry)"])
      m.at(.milliseconds(200)) { #expect(first.starts.entries == [1, 12]) }
    }
  }

  @Test func `a cancel removes the part of a first page`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-p--1")])
      m.hot("-o--c") { if $0 == "o" { rows.load("a") } else { rows.cancel() } }
      m.expect(rows.partSketches, "nlP-n", Self.states)
    }
  }

  @Test func `a cancel of a retry returns to the part of the failed load`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("-p-#", "-q-1")])
      m.hot("-o----t-c") {
        switch $0 {
        case "o": rows.load("a")
        case "t": rows.retry()
        default: rows.cancel()
        }
      }
      m.expect(rows.partSketches, "nlP-F-TQF", Self.states.merging(["Q": "t178+"]) { $1 })
    }
  }

  @Test func `a failed page keeps its part at the end, and its retry replaces it`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("-u-#", "--#", "-v-2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot("----------t---t") { _ in rows.retry() }
      m.expect(rows.partSketches, "nl-1-aU-X-U-X-UV-2", Self.states)
    }
  }

  @Test func `a cancel removes the part at an end, unless a failed load has left one`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("-u--2", "-u-#", "-v--2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o-c-o----t-c") {
        switch $0 {
        case "o": rows.next()
        case "t": rows.retry()
        default: rows.cancel()
        }
      }
      m.expect(rows.partSketches, "nl-1-aU1-aU-X-UVX", Self.states)
    }
  }

  @Test func `a part stays during the wait before a retry, without its progress`() {
    marbles { m in
      let policy = PagingPolicy(load: LoadPolicy(retry: .constant(.milliseconds(20), limit: 1)))
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("%u#", "--2")], policy)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      let states = ["h": "12+>50%", "U": "123+>50%", "w": "123+1", "2": "1234…"]
      m.expect(rows.partSketches, "nl-1-(ah)Uw---2", Self.states.merging(states) { $1 })
    }
  }

  @Test func `a reset removes the parts of the list and of its ends`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1", "-p-1"), "a2": m.parts("-u--2")])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o-x-l-x") {
        switch $0 {
        case "o": rows.next()
        case "l": rows.load("a")
        default: rows.reset()
        }
      }
      m.expect(rows.partSketches, "nl-1-aUn-lPn", Self.states)
    }
  }
}
