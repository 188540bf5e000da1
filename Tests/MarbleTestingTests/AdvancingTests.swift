import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct AdvancingTests {
  @Test func `the body reads and acts between advances`() {
    marbles { m in
      let load = m.cold("--x|")
      let state = CurrentValueSubject<String, Never>("n")
      func start() {
        state.send("l")
        m.keep(load.sink { state.send($0) })
      }
      m.expect(state, "nl-x--l-x")
      m.advance(by: .milliseconds(10))
      start()
      #expect(state.value == "l")
      m.advance(to: .milliseconds(29))
      #expect(state.value == "l")
      m.advance(to: .milliseconds(30))
      #expect(state.value == "x")
      #expect(m.clock.now.offset == .milliseconds(30))
      m.advance(by: .milliseconds(30))
      start()
    }
  }

  @Test func `advancing by zero runs everything that is ready`() {
    marbles { m in
      let seen = Witness()
      Task { seen.see() }
      #expect(!seen.hasSeen)
      m.advance(by: .zero)
      #expect(seen.hasSeen)
    }
  }

  @Test @MainActor func `the body of the main actor advances`() {
    marbles { m in
      let clock = m.clock
      let seen = Witness()
      Task { @MainActor in
        try await clock.sleep(for: .milliseconds(10))
        seen.see()
      }
      m.advance(by: .milliseconds(10))
      #expect(seen.hasSeen)
    }
  }

  @Test func `a body that is run on the main actor advances`() {
    marbles(on: MainActor.shared) { m in
      let clock = m.clock
      let seen = Witness()
      Task {
        try await clock.sleep(for: .milliseconds(10))
        MainActor.preconditionIsolated()
        seen.see()
      }
      m.advance(by: .milliseconds(10))
      MainActor.preconditionIsolated()
      #expect(seen.hasSeen)
    }
  }

  @Test func `an advance that is not allowed is reported`() {
    let failures = failures {
      marbles(until: .milliseconds(50)) { m in
        m.advance(by: .milliseconds(20))
        m.advance(to: .milliseconds(10))
        m.advance(by: .milliseconds(-1))
        m.advance(to: .milliseconds(60))
        #expect(m.clock.now.offset == .milliseconds(20))
      }
      marbles { m in
        m.at(.milliseconds(10)) { m.advance(by: .milliseconds(10)) }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "m.advance was called with 10ms, but the time is already 20ms.",
        "m.advance was called with 19ms, but the time is already 20ms.",
        "m.advance was called with 60ms, but the run ends at 50ms.",
        "m.advance was called while time was running.",
      ]
    )
  }

  @Test func `time does not advance over a bad diagram`() {
    let failures = failures {
      marbles { m in
        _ = m.hot("(")
        m.at(.milliseconds(10)) { Issue.record("time ran") }
        m.advance(by: .seconds(1))
        #expect(m.clock.now.offset == .zero)
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `inputs come before the first advance`() {
    let failures = failures {
      marbles { m in
        m.advance(by: .zero)
        _ = m.hot("a")
      }
    }
    #expect(failures.map(\.text.firstLine) == ["m.hot was called after time had started."])
  }

  @Test func `work that never suspends stops an advance`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("#", failure: Offline())
        m.keep(load.retry(100_000_000).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        m.advance(by: .zero)
        m.advance(by: .seconds(1))
      }
    }
    #expect(failures.first?.text.hasPrefix("The frame at 0ms never settles") == true)
  }
}
