import Testing

@testable import Demo

@Suite struct MovableClockTests {
  let clock = MovableClock()

  @Test func `a clock that is moved forward is ahead by as much`() async throws {
    let start = clock.now
    clock.putForward(by: .seconds(3600))
    #expect(start.duration(to: clock.now) >= .seconds(3600))
    try await clock.sleep(until: start.advanced(by: .seconds(3600)), tolerance: nil)
  }

  @Test func `a sleeper is woken at its time, and not before`() async throws {
    let start = clock.now
    let waiting = Task { [clock] in
      try await clock.sleep(until: start.advanced(by: .seconds(3600)), tolerance: nil)
      return clock.now
    }
    await clock.begins(1)
    clock.putForward(by: .seconds(1800))
    clock.putForward(by: .seconds(1800))
    #expect(try await waiting.value >= start.advanced(by: .seconds(3600)))
  }

  @Test func `it advances by itself, too`() async throws {
    let start = clock.now
    try await clock.sleep(until: start.advanced(by: .milliseconds(1)), tolerance: nil)
    #expect(clock.now >= start.advanced(by: .milliseconds(1)))
  }

  @Test func `sleeps are counted when they start`() async throws {
    #expect(clock.sleeps == 0)
    for _ in 1...2 { try await clock.sleep(until: clock.now, tolerance: nil) }
    #expect(clock.sleeps == 2)
    await clock.begins(2)
  }

  @Test func `a cancelled sleeper wakes immediately`() async {
    let waiting = Task { [clock] in try await clock.sleep(for: .seconds(3600)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
