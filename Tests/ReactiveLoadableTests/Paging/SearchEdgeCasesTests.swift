import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Rare inputs of a search: odd texts, odd times, and several inputs.
@Suite struct `Edge cases of a search (P8)` {
  typealias Search = `Search as you type (P8)`.Search
  static let states = `Search as you type (P8)`.states

  @Test(.needsImmediateTasks) func `a character is a grapheme cluster`() {
    marbles(frame: .milliseconds(100)) { m in
      m.expectCleanRun()
      let (text, requests) = (BehaviorRelay(""), Log<String>())
      let rows = m.keep(
        RowLoader(failure: { _ in .second }) { request async throws(SampleError) -> RowPage in
          requests.note(request.key)
          return Page([1], next: nil)
        }
      )
      rows.search(on: text, debounce: .zero, minimumLength: 2, clock: m.clock)
      for typed in ["👨‍👩‍👧‍👦", "e\u{301}", "🇩🇪", "\u{3000}a\u{a0}\u{2028}", "\r\n \t"] {
        text.accept(typed)
      }
      #expect(requests.entries == [])
      for typed in ["日本", "👍🏽👍", " e\u{301}a\n"] { text.accept(typed) }
      #expect(requests.entries == ["日本", "👍🏽👍", "éa"])
    }
  }

  @Test(arguments: [.seconds(-1), .zero, .milliseconds(-1)] as [Duration])
  func `a negative debounce time counts as zero`(_ rest: Duration) {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: search.text, debounce: rest, clock: m.clock)
      search.type(m, "-a-b---xb")
      m.expect(search.rows.sketches, "nl-l-B-nB", Self.states)
    }
  }

  @Test func `an endless debounce time never ends, and empty text still clears`() {
    marbles(frame: .milliseconds(100), until: .seconds(3)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: search.text, debounce: .seconds(Int64.max), clock: m.clock)
      m.hot("-b") { search.rows.load($0) }
      search.type(m, "-----a--b-x")
      m.expect(search.rows.sketches, "nl-B------n", Self.states)
    }
  }

  @Test func `a clock that throws is reported, and an empty field still clears`() {
    withKnownIssue {
      marbles(frame: .milliseconds(100)) { m in
        let search = m.keep(Search(m))
        m.hot("-b") { search.rows.load($0) }
        search.rows.search(on: search.text, clock: BrokenClock())
        search.type(m, "-----a--b-x")
        m.expect(search.rows.sketches, "nl-B------n", Self.states)
      }
    } matching: {
      "\($0)".contains("instead of sleeping")
    }
  }

  @Test func `a completed publisher is searched for its last text`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: Just("a"), clock: m.clock)
      search.rows.search(on: Empty<String, Never>(), clock: m.clock)
      m.expect(search.rows.sketches, "n--l-A", Self.states)
    }
  }

  @Test func `without cached lists each text is requested again`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m, PagingPolicy(cachedLists: 0)))
      search.begin(m)
      search.type(m, "-a------b------a----")
      m.expect(search.rows.sketches, "n---l-A----l-B----l-A", Self.states)
    }
  }

  @Test func `of two fields the last typed text wins`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      let other = BehaviorRelay("")
      search.begin(m)
      search.rows.search(on: other, clock: m.clock)
      search.type(m, "-a-----------a")
      m.hot("-------b-------x", ["b": "b", "x": ""]) { other.accept($0) }
      m.expect(search.rows.sketches, "n---l-A---l-BA-n", Self.states)
    }
  }

  @Test func `a key may send a text itself`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      let text = search.text
      search.rows.search(on: text, clock: m.clock) { typed in
        if typed == "a" { text.accept("b") }
        return typed
      }
      search.type(m, "-a")
      m.expect(search.rows.sketches, "n---l-B", Self.states)
    }
  }

  @Test func `a manual load of the waiting text is the only load of it`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.begin(m)
      search.type(m, "-a--a----a")
      m.hot("--a") { search.rows.load($0) }
      m.expect(search.rows.sketches, "n-l-A", Self.states)
      m.expectSubscriptions(search.a, ["--^-!"])
    }
  }
}
