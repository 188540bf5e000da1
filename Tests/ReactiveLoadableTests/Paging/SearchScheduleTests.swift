import MarbleTesting
import ReactiveLoadable
import Testing

/// What is typed at the very moment at which a text has rested, in whatever order that is played.
@Suite struct `Typing while a text comes to rest (P8)` {
  @Test func `an empty box wins, whoever comes first`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(`Search as you type (P8)`.Search(m))
      search.rows.search(on: search.text.elements, clock: m.clock)
      search.type(m, "-a--x")
      m.at(.milliseconds(900)) { #expect(search.rows.state == .notRequested) }
    }
  }

  @Test func `a newer text wins, whoever comes first`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(`Search as you type (P8)`.Search(m))
      search.begin(m)
      search.type(m, "-a--b")
      m.at(.milliseconds(1200)) { #expect(search.rows.state.sketch == "34…") }
      m.expectSubscriptions(search.b, ["-------^-!"])
    }
  }

  @Test func `a text that comes back at the moment of another one's rest is there`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(`Search as you type (P8)`.Search(m))
      search.begin(m)
      search.type(m, "-a------b--a")
      m.at(.milliseconds(1500)) { #expect(search.rows.state.sketch == "12…") }
      m.expectSubscriptions(search.a, ["----^-!"])
    }
  }
}
