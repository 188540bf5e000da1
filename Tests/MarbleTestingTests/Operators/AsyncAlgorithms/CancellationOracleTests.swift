import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// The consumer's task is cancelled: each operator ends in that frame and cancels its base.
@Suite struct CancellationOracleTests {
  @Test func `debounce ends without the pending value`() {
    marbles { m in
      let ab = m.cold("-a----b--|")
      let outs = ab.elements.debounce(for: .frames(2), clock: m.clock)
      m.expect(m.cancelled(outs, at: .frames(7)), "---a---|")
      m.expectSubscriptions(ab, ["^------!"])
    }
  }

  // NB: its base ends when it is cancelled, and a completion emits the pending value.
  @Test func `throttle ends with the pending value`() {
    marbles { m in
      let ab = m.cold("-ab----c--|")
      let outs = ab.elements._throttle(for: .frames(6), clock: m.clock)
      m.expect(m.cancelled(outs, at: .frames(4)), "-a--(b|)")
      m.expectSubscriptions(ab, ["^---!"])
    }
  }

  @Test func `merge ends when its task is cancelled`() {
    marbles { m in
      let ab = m.cold("-a----b--|")
      let cd = m.cold("--c-----d|")
      m.expect(m.cancelled(merge(ab.elements, cd.elements), at: .frames(4)), "-ac-|")
      m.expectSubscriptions(ab, ["^---!"])
      m.expectSubscriptions(cd, ["^---!"])
    }
  }

  @Test func `combineLatest ends when its task is cancelled`() {
    marbles { m in
      let ab = m.cold("-a----b--|")
      let cd = m.cold("--c-----d|")
      let outs = combineLatest(ab.elements, cd.elements).map { $0 + $1 }
      m.expect(m.cancelled(outs, at: .frames(4)), "--1-|", ["1": "ac"])
      m.expectSubscriptions(ab, ["^---!"])
      m.expectSubscriptions(cd, ["^---!"])
    }
  }

  @Test func `zip ends when its task is cancelled`() {
    marbles { m in
      let ab = m.cold("-a----b--|")
      let cd = m.cold("--c-----d|")
      let outs = zip(ab.elements, cd.elements).map { $0 + $1 }
      m.expect(m.cancelled(outs, at: .frames(4)), "--1-|", ["1": "ac"])
      m.expectSubscriptions(ab, ["^---!"])
      m.expectSubscriptions(cd, ["^---!"])
    }
  }

  // NB: the rule for the end of the base, "a partial chunk will be emitted", applies here as well.
  @Test func `chunks of a count end with a partial chunk`() {
    marbles { m in
      let ab = m.cold("-a----b--|")
      let outs = ab.elements.chunks(ofCount: 2).map { $0.joined() }
      m.expect(m.cancelled(outs, at: .frames(4)), "----(a|)")
      m.expectSubscriptions(ab, ["^---!"])
    }
  }

  @Test func `chain does not continue with the second`() {
    marbles { m in
      let ab = m.cold("-a----b|")
      let cd = m.cold("c|")
      m.expect(m.cancelled(chain(ab.elements, cd.elements), at: .frames(4)), "-a--|")
      m.expectSubscriptions(ab, ["^---!"])
    }
  }

  @Test func `share continues for the other consumer`() {
    marbles { m in
      let ab = m.cold("-a----b-|")
      let outs = ab.elements.share()
      m.expect(m.cancelled(outs, at: .frames(4)), "-a--|")
      m.expect(outs, "-a----b-|")
      m.expectSubscriptions(ab, ["^-------!"])
    }
  }
}
