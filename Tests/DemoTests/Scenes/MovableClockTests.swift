import Testing

@testable import Demo

@Suite struct MovableClockTests {
  @Test func `a clock that is put forward is ahead by as much, and what waits on it comes soon`()
    async throws
  {
    let clock = MovableClock()
    let start = clock.now
    clock.putForward(by: .seconds(3600))
    #expect(start.duration(to: clock.now) >= .seconds(3600))
    try await clock.sleep(until: start.advanced(by: .seconds(3600)), tolerance: nil)
  }
}
