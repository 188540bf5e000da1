import CombineShim
import MarbleTesting
import Testing

/// Publishers of publishers: switchToLatest and flatMap.
@Suite struct SwitchOracleTests {
  @Test func `switchToLatest cancels the inner publisher in the frame of the next`() {
    marbles { m in
      let ab = m.hot("-a---b------|")
      let xy = m.cold("--x--y|")
      m.expect(ab.map { _ in xy }.switchToLatest(), "---x---x--y-|")
      m.expectSubscriptions(xy, ["-^---!", "-----^-----!"])
    }
  }

  @Test func `switchToLatest ends with the last inner one if that ends later`() {
    marbles { m in
      let ab = m.hot("-a-|")
      let xy = m.cold("--x--y|")
      m.expect(ab.map { _ in xy }.switchToLatest(), "---x--y|")
    }
  }

  @Test func `an inner value in the frame of the switch is lost`() {
    marbles { m in
      let ab = m.hot("-a--b------|")
      let xy = m.cold("---x|")
      m.expect(ab.map { _ in xy }.switchToLatest(), "-------x---|")
      m.expectSubscriptions(xy, ["-^--!", "----^---!"])
    }
  }

  @Test func `in the frame of a switch, earlier values belong to the old publisher only`() {
    marbles { m in
      let x = m.hot("-x--x-----|")
      let y = m.hot("--y-y--y--|")
      let a = m.hot("----a-----|")
      let out = a.map { _ in y }.prepend(x).switchToLatest()
      m.expect(out, "-x--x--y--|")
    }
  }

  @Test func `of a group each inner publisher that sends synchronously is received`() {
    marbles { m in
      let ab = m.hot("-(ab)--|")
      m.expect(ab.map { Just($0) }.switchToLatest(), "-(ab)--|")
    }
  }

  @Test func `an empty inner publisher changes nothing`() {
    marbles { m in
      let ab = m.hot("-a--|")
      let xy = m.cold("|")
      m.expect(ab.map { _ in xy }.switchToLatest(), "----|")
      m.expectSubscriptions(xy, ["-(^!)"])
    }
  }

  @Test func `an inner failure ends all`() {
    marbles { m in
      let ab = m.cold("-a---b|")
      let xy = m.cold("-x#", failure: Offline())
      m.expect(ab.map { _ in xy }.switchToLatest(), "--x#", failure: Offline())
      m.expectSubscriptions(ab, ["^--!"])
    }
  }

  @Test func `an outer failure ends all and the inner subscription`() {
    marbles { m in
      let ab = m.hot("-a--#", failure: Offline())
      let xy = m.cold("-x----|")
      m.expect(ab.map { _ in xy }.switchToLatest(), "--x-#", failure: Offline())
      m.expectSubscriptions(xy, ["-^--!"])
    }
  }

  @Test func `flatMap emits the values of all inner publishers`() {
    marbles { m in
      let ab = m.hot("-a--b------|")
      let xy = m.cold("-x---y|")
      m.expect(ab.flatMap { _ in xy }, "--x--xy--y-|")
      m.expectSubscriptions(xy, ["-^-----!", "----^-----!"])
    }
  }

  @Test func `flatMap ends with the last inner one`() {
    marbles { m in
      let ab = m.hot("-(ab|)")
      let xy = m.cold("-x---y|")
      m.expect(ab.flatMap { _ in xy }, "--(xx)---(yy)|")
    }
  }

  @Test func `flatMap with one at a time starts the next when the one before has ended`() {
    marbles { m in
      let ab = m.cold("-(ab)-|")
      let xy = m.cold("-x--|")
      m.expect(ab.flatMap(maxPublishers: .max(1)) { _ in xy }, "--x---x--|")
      m.expectSubscriptions(xy, ["-^---!", "-----^---!"])
      m.expectSubscriptions(ab, ["^----!"])
    }
  }

  // NB: "up to a maximum number": the operator demands no more; an input that does not wait for
  // demand would lose its value, this one keeps it.
  @Test func `flatMap with two at a time starts the third when one has ended`() {
    marbles { m in
      let abc = m.hot("-a-b-c-----|")
      let load = m.cold("-----x|")
      m.expect(abc.flatMap(maxPublishers: .max(2)) { _ in load }, "------x-x---x|")
      m.expectSubscriptions(load, ["-^-----!", "---^-----!", "-------^-----!"])
    }
  }

  // NB: "will fail the overall stream": the others are undocumented, and nothing is cancelled.
  @Test func `flatMap fails with an inner publisher, but its outer subscription continues`() {
    marbles { m in
      let ab = m.cold("-a----b|", failure: Offline())
      let xy = m.cold("-x#", failure: Offline())
      m.expect(ab.flatMap { _ in xy }, "--x#", failure: Offline())
      m.expectSubscriptions(ab, ["^------!"])
    }
  }
}
