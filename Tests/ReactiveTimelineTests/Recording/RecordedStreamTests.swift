import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The values of a recorded stream (K10).
@Suite struct RecordedStreamTests {
  @Test func `values are recorded with their times`() {
    marbles { m in
      m.expectCleanRun()
      let (timeline, numbers) = (Timeline(clock: m.clock), BehaviorRelay(0))
      let shown = timeline.record(numbers.readOnly, as: "numbers")
      m.hot("--1-2", ["1": 1, "2": 2]) { numbers.accept($0) }
      m.at(.milliseconds(60)) {
        #expect(shown.values == [0, 1, 2])
        #expect(shown.entries.map(\.time) == [.zero, .milliseconds(20), .milliseconds(40)])
      }
    }
  }

  @Test func `a wait ends with the first newest value that meets the condition`() {
    marbles { m in
      let (timeline, numbers) = (Timeline(clock: m.clock), BehaviorRelay(0))
      let shown = timeline.record(numbers.readOnly, as: "numbers")
      let done = m.keep(PublishRelay<String>())
      m.hot("--1-2-3", ["1": 1, "2": 2, "3": 3]) { numbers.accept($0) }
      Task {
        await shown.shows { $0 == 0 }
        done.accept("a")
        await shown.shows { $0 > 1 }
        done.accept("b")
      }
      m.expect(done, "a---b")
    }
  }

  @Test func `a wait ends with its task, and with the recording`() {
    marbles { m in
      let (timeline, numbers) = (Timeline(clock: m.clock), BehaviorRelay(0))
      let shown = timeline.record(numbers.readOnly, as: "numbers")
      let done = m.keep(PublishRelay<String>())
      let tasks = ["c", "s"].map { name in
        Task {
          await shown.shows { $0 == 9 }
          done.accept(name)
        }
      }
      m.at(.milliseconds(20)) { tasks[0].cancel() }
      m.at(.milliseconds(40)) { timeline.stop() }
      m.expect(done, "--c-s")
    }
  }
}
