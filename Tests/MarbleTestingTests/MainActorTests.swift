import CombineShim
import MarbleTesting
import Testing

@Suite struct MainActorTests {
  @Test func `all work of a main actor run is on the main actor`() {
    marbles(on: MainActor.shared) { m in
      assertMain()
      let hot = m.hot("a-b|")
      m.hot("-c") { _ in assertMain() }
      m.at(.milliseconds(20)) { assertMain() }
      let counter = m.keep(Counter(m.clock))
      m.expect(hot.handleEvents(receiveOutput: { _ in assertMain() }), "a-b|")
      m.expect(counter.values, "0-1-2|")
      counter.start()
    }
  }

  @Test @MainActor func `a test on the main actor needs no other call`() {
    marbles { m in
      assertMain()
      let counter = m.keep(Counter(m.clock))
      m.hot("-c") { _ in assertMain() }
      m.expect(counter.values, "0-1-2|")
      m.at(.zero) { counter.start() }
    }
  }
}

@MainActor private final class Counter {
  let values = CurrentValueSubject<Int, Never>(0)
  private let clock: MarbleClock

  init(_ clock: MarbleClock) {
    self.clock = clock
  }

  func start() {
    Task {
      for number in 1...2 {
        try await clock.sleep(for: .milliseconds(20))
        assertMain()
        values.send(number)
      }
      try await clock.sleep(for: .milliseconds(10))
      values.send(completion: .finished)
    }
  }
}

/// Checks the isolation where only the runtime can check it.
private func assertMain() {
  MainActor.assumeIsolated {}
  MainActor.preconditionIsolated()
}
