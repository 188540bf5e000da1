import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct TimerOracleTests {
  @Test func `a timer emits the time after each interval`() {
    marbles { m in
      let timer = AsyncTimerSequence(interval: .frames(3), clock: m.clock)
      m.expect(frames(timer.prefix(3)), "---3--6--(9|)")
    }
  }

  @Test func `a timer never ends by itself`() {
    marbles(until: .frames(10)) { m in
      let timer = AsyncTimerSequence(interval: .frames(4), clock: m.clock)
      m.expect(frames(timer), "----4---8--")
    }
  }

  @Test func `a busy consumer causes no drift`() {
    marbles { m in
      let timer = AsyncTimerSequence(interval: .frames(3), clock: m.clock)
      let output = frames(timer.prefix(3)).busy(for: .frames(2), on: m.clock)
      m.expect(output, "-----3--6--(9|)")
    }
  }

  // NB: the documentation covers regular intervals, not those that are missed.
  @Test func `intervals that a busy consumer misses follow immediately`() {
    marbles { m in
      let clock = m.clock
      let timer = AsyncTimerSequence(interval: .frames(2), clock: clock)
      let output = frames(timer.prefix(5)).map { frame in
        if frame == 2 { try? await clock.sleep(for: .frames(5)) }
        return frame
      }
      m.expect(output, "-------(277)8-(e|)", ["2": 2, "7": 7, "8": 8, "e": 10])
    }
  }

  @Test func `a timer ends when its task is cancelled`() {
    marbles { m in
      let timer = AsyncTimerSequence(interval: .frames(3), clock: m.clock)
      let (ticks, continuation) = AsyncStream.makeStream(of: String.self)
      let task = Task {
        for await _ in timer { continuation.yield("t") }
        continuation.finish()
      }
      m.at(.frames(7)) { task.cancel() }
      m.expect(ticks, "---t--t|")
    }
  }

  private func frames<Ticks: AsyncSequence>(_ ticks: Ticks) -> AsyncMapSequence<Ticks, Int>
  where Ticks.Element == MarbleClock.Instant {
    ticks.map { Int($0.offset / .frames(1)) }
  }
}
