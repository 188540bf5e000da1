import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ShareOracleTests {
  @Test func `two consumers share one subscription`() {
    marbles { m in
      let a = m.cold("-a-(bc)-d|")
      let out = a.elements.share()
      m.expect(out, "-a-(bc)-d|")
      m.expect(out, "-a-(bc)-d|")
      m.expectSubscriptions(a, ["^-----!"])
    }
  }

  @Test func `a failure reaches both`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      let out = a.elements.share()
      m.expect(out, "-a-#", failure: Offline())
      m.expect(out, "-a-#", failure: Offline())
    }
  }

  @Test func `bounded, the slowest consumer sets the pace`() {
    marbles { m in
      let a = m.hot("-abc-------------|")
      let out = a.elements.share(bufferingPolicy: .bounded(1))
      m.expect(out, "-ab-c------------|")
      m.expect(out.busy(for: .frames(3), on: m.clock), "----a--b--c------|")
    }
  }

  @Test func `unbounded, each consumer has its own pace`() {
    marbles { m in
      let a = m.hot("-abc-------------|")
      let out = a.elements.share(bufferingPolicy: .unbounded)
      m.expect(out, "-abc-------------|")
      m.expect(out.busy(for: .frames(3), on: m.clock), "----a--b--c------|")
    }
  }

  // NB: "each element is delivered to all active iterators", and dropping is for those that are
  // behind; the fast one waits for c when it arrives.
  @Test func `the latest, a value dropped for a busy consumer costs the fast one the newest`() {
    marbles { m in
      let a = m.hot("-abc-------------|")
      let out = a.elements.share(bufferingPolicy: .bufferingLatest(1))
      m.expect(out, "-ab--------------|")
      m.expect(out.busy(for: .frames(3), on: m.clock), "----a--c---------|")
    }
  }

  @Test func `a consumer that stops does not affect the other`() {
    marbles { m in
      let a = m.cold("-a-b-c|")
      let out = a.elements.share()
      m.expect(out, "-a-b-c|")
      m.expect(out.prefix(1), "-(a|)")
      m.expectSubscriptions(a, ["^-----!"])
    }
  }
}
