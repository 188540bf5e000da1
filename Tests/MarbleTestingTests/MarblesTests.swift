import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct MarblesTests {
  @Test func `a hot input plays its diagram`() {
    marbles { m in
      let hot = m.hot("a-b-(cd)-|")
      m.expect(hot, "a-b-(cd)-|")
      m.expect(hot.elements, "a-b-(cd)-|")
    }
  }

  @Test func `debounce is exact`() {
    marbles { m in
      let hot = m.hot("-a-bc------d-|")
      m.expect(hot.elements.debounce(for: .milliseconds(30), clock: m.clock), "-------c-----(d|)")
    }
  }

  @Test func `a feed calls a closure`() {
    marbles { m in
      let subject = CurrentValueSubject<Int, Never>(0)
      m.hot("-a-(bc)", ["a": 1, "b": 2, "c": 3]) { subject.send($0) }
      m.expect(subject, "01-(23)")
    }
  }

  @Test func `steps and values of one instant run in the order of the source`() {
    marbles { m in
      let subject = PassthroughSubject<String, Never>()
      m.hot("--a") { subject.send($0) }
      m.at(.milliseconds(20)) { subject.send("b") }
      m.hot("--c") { subject.send($0) }
      m.expect(subject, "--(abc)")
    }
  }

  @Test func `subscribers receive in the order of subscription`() {
    marbles { m in
      let hot = m.hot("-a")
      let order = CurrentValueSubject<String, Never>("0")
      for name in "123456789" { m.keep(hot.sink { _ in order.send(String(name)) }) }
      m.expect(order, "0(123456789)")
    }
  }

  @Test func `a late subscriber receives the completion`() {
    marbles { m in
      let hot = m.hot("a|")
      let seen = PassthroughSubject<String, Never>()
      m.at(.milliseconds(30)) {
        m.keep(
          hot.sink { _ in
            seen.send("e")
          } receiveValue: { _ in
          }
        )
      }
      m.expect(seen, "---e")
    }
  }

  @Test func `failures are compared`() {
    marbles { m in
      let hot = m.hot("a#", failure: Offline())
      m.expect(hot, "a#", failure: Offline())
      m.expect(hot.elements, "a#", failure: Offline())
    }
  }

  @Test func `values that are not equatable are compared by a closure`() {
    marbles { m in
      let hot = m.hot("ab|", MarbleValues { name in (name, 1) })
      m.expect(hot, "ab|", where: { name, value in value.0 == name })
    }
  }

  @Test func `the clock is exact`() {
    marbles(frame: .microseconds(500)) { m in
      let clock = m.clock
      let stream = AsyncStream<String>(
        unfolding: {
          try? await clock.sleep(for: .microseconds(1500))
          return clock.now.offset < .milliseconds(4) ? "a" : nil
        }
      )
      m.expect(stream, "---a--a--|")
    }
  }
}
