import LoadableTesting
import ReactiveLoadable
import Testing

/// Texts typed exactly at the end of a debounce time, in any order of tasks.
@Suite struct `Typing at the end of the debounce time (P8)` {
  @Test func `empty text wins in any order of tasks`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(`Search as you type (P8)`.Search(m))
      search.rows.search(on: search.text.elements, clock: m.clock)
      search.type(m, "-a--x")
      m.at(.milliseconds(900)) { #expect(search.rows.state == .notRequested) }
    }
  }

  @Test func `a newer text wins in any order of tasks`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(`Search as you type (P8)`.Search(m))
      search.begin(m)
      search.type(m, "-a--b")
      m.at(.milliseconds(1200)) { #expect(search.rows.state.sketch == "34…") }
      m.expectSubscriptions(search.b, ["-------^-!"])
    }
  }

  @Test func `a text typed again at the end of another's debounce time is loaded`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(`Search as you type (P8)`.Search(m))
      search.begin(m)
      search.type(m, "-a------b--a")
      m.at(.milliseconds(1500)) { #expect(search.rows.state.sketch == "12…") }
      m.expectSubscriptions(search.a, ["----^-!"])
    }
  }
}
