import AsyncAlgorithms
import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct FlatMapLatestOracleTests {
  @Test func `only the newest inner sequence is received`() {
    marbles { m in
      let ab = m.hot("-a---b-------|")
      let cd = m.cold("--x--y|")
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(outs, "---x---x--y--|")
      m.expectSubscriptions(cd, ["-^---!", "-----^-----!"])
    }
  }

  @Test func `it ends when the outer and the last inner one have ended`() {
    marbles { m in
      let ab = m.hot("-a-|")
      let cd = m.cold("--x--y|")
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(outs, "---x--y|")
    }
  }

  @Test func `of a group only the last is received`() {
    marbles { m in
      let ab = m.hot("-(ab)-----|")
      let outs = ab.elements.flatMapLatest { [$0].async }
      m.expect(outs, "-(ab)-----|")
    }
  }

  @Test func `an inner value in the frame of the switch is not received`() {
    marbles { m in
      let ab = m.hot("-a--b-------|")
      let cd = m.cold("---x|")
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(outs, "-------x----|")
      m.expectSubscriptions(cd, ["-^--!", "----^---!"])
    }
  }

  @Test func `an empty outer sequence ends immediately`() {
    marbles { m in
      let ab = m.hot("--|")
      let cd = m.cold("x|")
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(outs, "--|")
      m.expectSubscriptions(cd, [])
    }
  }

  @Test func `an inner failure ends all`() {
    marbles { m in
      let ab = m.hot("-a----b|", failure: Offline())
      let cd = m.cold("-x-#", failure: Offline())
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(outs, "--x-#", failure: Offline())
    }
  }

  // NB: errors propagate immediately, by the documentation; the other sequence is undocumented.
  @Test func `an outer failure ends all, but the inner subscription continues to its end`() {
    marbles { m in
      let ab = m.hot("-a---#", failure: Offline())
      let cd = m.cold("-x------|", failure: Offline())
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(outs, "--x--#", failure: Offline())
      m.expectSubscriptions(cd, ["-^-------!"])
    }
  }

  // NB: the documentation covers cancelling only; merge, zip and others end their subscriptions
  // when the iterator is released. Here even a new inner one starts.
  @Test func `a consumer that stops leaves everything running`() {
    let failures = failures {
      marbles { m in
        let ab = m.cold("-a----b|")
        let cd = m.cold("-x----|")
        let outs = ab.elements.flatMapLatest { _ in cd.elements }.prefix(1)
        m.expect(outs, "--(x|)")
        m.expectSubscriptions(ab, ["^------!"])
        m.expectSubscriptions(cd, ["-^----!", "------^-----!"])
      }
    }
    let left = "a task that has not ended, started at 60ms"
    #expect(failures.map { $0.text.contains(left) } == [true])
  }

  // NB: "cancelling iteration cancels both the base and current inner sequence" is wrong.
  @Test func `a cancelled consumer receives the end, but both subscriptions continue`() {
    marbles { m in
      let ab = m.cold("-a----b|")
      let cd = m.cold("-x----|")
      let outs = ab.elements.flatMapLatest { _ in cd.elements }
      m.expect(m.cancelled(outs, at: .frames(4)), "--x-|")
      m.expectSubscriptions(ab, ["^-----!"])
      m.expectSubscriptions(cd, ["-^-----!"])
    }
  }
}
