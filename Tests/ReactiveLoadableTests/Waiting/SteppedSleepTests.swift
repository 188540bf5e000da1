import LoadableTesting
import TestSupport
import Testing

@testable import ReactiveLoading

/// Timers on clocks of the system, which are kept until their deadline after a cancellation.
@Suite struct `Timers sleep in steps` {
  @Test func `the steps double, and end in time`() {
    marbles(frame: .seconds(1)) { m in
      let steps = Log<Duration>()
      let clock = RecordingClock(base: m.clock, steps)
      let end = PublishRelay<String>()
      m.keep(
        Task {
          try await clock.sleep(inSteps: .seconds(10))
          end.accept("e")
        }
      )
      m.expect(end, "----------(e|)")
      m.at(.seconds(11)) {
        #expect(steps.entries == [.seconds(1), .seconds(2), .seconds(4), .seconds(3)])
      }
    }
  }

  @Test(arguments: [Duration.milliseconds(300), .zero, .seconds(-1)])
  func `a short time has one step`(_ time: Duration) async throws {
    let steps = Log<Duration>()
    try await StoppedClock(steps).sleep(inSteps: time)
    #expect(steps.entries == [time])
  }

  @Test func `the steps are counted if the clock does not advance`() async throws {
    let steps = Log<Duration>()
    try await StoppedClock(steps).sleep(inSteps: .seconds(10))
    #expect(steps.entries == [.seconds(1), .seconds(2), .seconds(4), .seconds(3)])
  }

  @Test func `a clock of the caller gets one sleep`() async throws {
    let steps = Log<Duration>()
    #expect(await StoppedClock(steps).wait(for: .seconds(10), nil))
    try await CancellationOnlyClock(base: StoppedClock(steps), nil)
      .sleep(until: .init(offset: .seconds(20)), tolerance: nil)
    #expect(steps.entries == [.seconds(10), .seconds(20)])
  }

  @Test func `the waits of a load on the system's clock are steps`() {
    // In virtual time the sleeps of the system's clock end at their times, and are reported.
    withKnownIssue {
      marbles(frame: .seconds(1)) { m in
        let policy = LoadPolicy(timeout: LoadTimeout(load: .seconds(10)))
        let work = m.cold("--x|")
        let loader = m.keep(Loader(policy: policy) { try await work() })
        m.at(.zero) { loader.load() }
        m.expect(loader.states, "(nl)-x", .states(loaded: ["x": "x"]))
      }
    } matching: {
      // The second step was cancelled at 2 s: it ends at 3 s, and not at 10 s.
      let text = $0.description
      return text.contains("slept for 1s at 0ms") && text.contains("slept for 2s at 1s")
    }
  }
}

/// A clock that records its sleeps.
private struct RecordingClock: Clock {
  let base: MarbleClock
  let steps: Log<Duration>

  init(base: MarbleClock, _ steps: Log<Duration>) {
    self.base = base
    self.steps = steps
  }

  var now: MarbleClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: MarbleClock.Instant, tolerance: Duration?) async throws {
    steps.note(now.duration(to: deadline))
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

/// A clock that never advances, and whose sleeps return immediately.
private struct StoppedClock: Clock {
  let steps: Log<Duration>

  init(_ steps: Log<Duration>) { self.steps = steps }

  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    steps.note(now.duration(to: deadline))
  }
}
