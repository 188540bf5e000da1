import MarbleTesting
import Observation
import TestSupport
import Testing

/// The code of the article; the side of swift-clocks runs with a stand-in.
@Suite(.needs(.yield)) struct `Coming from TestClock` {
  @MainActor @Observable
  final class Countdown {
    private(set) var left: Int
    private let clock: any Clock<Duration>

    init(from start: Int, clock: any Clock<Duration>) {
      left = start
      self.clock = clock
    }

    func run() async throws {
      while left > 0 {
        try await clock.sleep(for: .seconds(1))
        left -= 1
      }
    }
  }

  final class Splash: Sendable {
    let isVisible: AsyncStream<Bool>
    init() {
      isVisible = AsyncStream { continuation in
        continuation.yield(true)
        Task {
          try? await Task.sleep(for: .seconds(2))
          continuation.yield(false)
          continuation.finish()
        }
      }
    }
  }

  @Test func `TestClock advances a countdown`() {
    let ends = Log<Int>()
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      m.keep(Task { ends.note(try await countdown()) })
    }
    #expect(ends.entries == [0])
  }

  @MainActor
  private func countdown() async throws -> Int {
    // TestClock
    let clock = TestClock()
    let countdown = Countdown(from: 2, clock: clock)
    let task = Task { try await countdown.run() }
    await clock.advance(by: .seconds(1))
    #expect(countdown.left == 1)
    await clock.advance(by: .seconds(1))
    #expect(countdown.left == 0)
    try await task.value
    return countdown.left
  }

  @Test func `a diagram draws a countdown`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let countdown = m.keep(Countdown(from: 2, clock: m.clock))
      m.keep(Task { try await countdown.run() })
      m.expect(reading: { countdown.left }, "210")
    }
  }

  @Test func `steps advance a countdown`() {
    marbles(on: MainActor.shared) { m in
      let countdown = m.keep(Countdown(from: 2, clock: m.clock))
      m.keep(Task { try await countdown.run() })
      m.advance(by: .seconds(1))
      #expect(countdown.left == 1)
      m.advance(by: .seconds(1))
      #expect(countdown.left == 0)
    }
  }

  @Test func `TestClock runs all sleeps`() {
    let ends = Log<Int>()
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      m.keep(Task { ends.note(try await allSleeps()) })
    }
    #expect(ends.entries == [0])
  }

  @MainActor
  private func allSleeps() async throws -> Int {
    // TestClock
    let clock = TestClock()
    let countdown = Countdown(from: 60, clock: clock)
    let task = Task { try await countdown.run() }
    await clock.run()
    #expect(countdown.left == 0)
    try await task.value
    return countdown.left
  }

  @Test func `all sleeps of a run`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let countdown = m.keep(Countdown(from: 60, clock: m.clock))
      m.keep(Task { try await countdown.run() })
      m.expect(reading: { countdown.left }, "59s 10", checking: .from(.seconds(59)))
    }
  }

  @Test(.needs(.sleep)) func `a test allows a sleep without a clock`() {
    marbles(allowing: .taskSleep, frame: .seconds(1)) { m in
      m.expect(Splash().isVisible, "t-(f|)", ["t": true, "f": false])
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("ComingFromTestClock", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (7, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
