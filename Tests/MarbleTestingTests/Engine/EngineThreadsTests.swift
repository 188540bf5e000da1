import Foundation
import MarbleTesting
import TestSupport
import Testing

@testable import MarbleEngine

@Suite struct EngineThreadsTests {
  @Test func `a timeline keeps entries of several threads`() {
    let timeline = RunTimeline()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for turn in 0..<250 {
        let time = Duration.milliseconds(turn * 4 + thread)
        timeline.schedule(at: time, .input(DriverConfined {}))
        timeline.remove([timeline.schedule(at: time, .cold(DriverConfined {}))])
      }
    }
    timeline.advance(to: .seconds(1))
    var times: [Duration] = []
    while let entry = timeline.popDue() { times.append(entry.time) }
    #expect(times == (0..<1_000).map { .milliseconds($0) })
  }

  @Test
  func `sleepers that another thread cancels while time advances all end`() async {
    let sleepers = Lock<[Task<Void, Never>]>([])
    for _ in 0..<50 {
      _ = failures {
        marbles { m in
          let clock = m.clock
          let tasks = (1...20).map { index in
            Task { _ = try? await clock.sleep(for: .milliseconds(index)) }
          }
          sleepers.withLock { $0 += tasks }
          Thread.detachNewThread { for task in tasks { task.cancel() } }
        }
      }
    }
    // A sleeper that is cancelled right after its run ends on the pool, a little later.
    for sleeper in sleepers.withLock({ $0 }) { await sleeper.value }
  }

  @Test func `concurrent runs on eight threads are independent`() {
    let wrong = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 {
        let failures = failures { marbles { m in m.expect(ticks(m.clock), "-a-a-(a|)") } }
        wrong.withLock { $0 += failures.count }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  private func ticks(_ clock: MarbleClock) -> AsyncStream<String> {
    AsyncStream { continuation in
      let task = Task {
        for tick in 0..<3 {
          try await clock.sleep(for: .milliseconds(tick == 0 ? 10 : 20))
          continuation.yield("a")
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
