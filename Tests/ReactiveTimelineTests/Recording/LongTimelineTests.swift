import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Synchronization
import TestSupport
import Testing

/// Timelines of a whole session (K2), and clocks in the far future (K5).
@Suite struct LongTimelineTests {
  private let timeline = Timeline(clock: FrozenClock())

  @Test func `K2: the last hundred recordings that have ended are kept`() {
    for number in 0..<150 {
      let relay = PublishRelay<Int>()
      timeline.record(relay, as: "relay\(number)")
      relay.accept(number)
    }
    #expect(timeline.diagrams().map(\.name) == (50..<150).map { "relay\($0)" })
    #expect(timeline.droppedCount == 100)
    #expect(timeline.text().hasPrefix("(50 ended recordings removed before)\nrelay50 "))
    let test = timeline.swiftTest(of: "Model()")
    #expect(
      test.hasPrefix(
        "// No test: the timeline has removed 50 recordings that have ended: record fewer objects"
      )
    )
  }

  @Test func `K2: recordings that have not ended are kept`() {
    let relays = (0..<300).map { _ in PublishRelay<Int>() }
    for (number, relay) in relays.enumerated() { timeline.record(relay, as: "relay\(number)") }
    #expect(timeline.diagrams().count == 300)
    withExtendedLifetime(relays) {}
  }

  /// The kinds of recordings, each with the number of its lanes.
  private static let recordings: [(Int, @Sendable (Timeline) async -> Void)] = [
    (
      2,
      { timeline in
        timeline.record(Loader { () async throws(Never) in 1 }, as: "loader")
      }
    ),
    (
      2,
      { timeline in
        timeline.record(Mutation { (_: Int) async throws in 1 }, as: "mutation")
      }
    ),
    (
      2,
      { timeline in
        let load = timeline.recording({ () async throws in 1 }, as: "load")
        _ = try? await load()
      }
    ),
    (
      2,
      { timeline in
        let load = timeline.recording({ (_: Int) async in 1 }, as: "plain")
        _ = await load(1)
      }
    ),
    (
      3,
      { timeline in
        let load = timeline.recording(
          { (reporter: LoadReporter<Int>) async throws in
            reporter.value(1); return 2
          },
          as: "reporting"
        )
        _ = load
      }
    ),
    (
      3,
      { timeline in
        let load = timeline.recordingReports(
          { (report: @escaping @Sendable (Int) -> Void) async throws in report(1) },
          as: "reports"
        )
        _ = try? await load { _ in }
      }
    ),
    (1, { timeline in timeline.recordingInput({ (_: Int) in }, as: "method")(1) }),
    (1, { timeline in await timeline.recordingInput({ () async in }, as: "async")() }),
    (1, { timeline in timeline.recordConstant(1, as: "constant") }),
    (1, { timeline in _ = LoadPolicy(observer: timeline.observer(as: "observer")) }),
    (
      1,
      { timeline in
        let cache = LoaderCache { (_: Int) async throws in 1 }
        timeline.record(cache, as: "cache")
      }
    ),
    (
      1,
      { timeline in
        let finished = AsyncStream<Int> { $0.finish() }
        for await _ in timeline.recording(finished, as: "sequence") {}
      }
    ),
    (
      1,
      { timeline in
        // Released before its end.
        _ = timeline.recording(AsyncStream<Int> { _ in }, as: "abandoned")
      }
    ),
  ]

  @Test(arguments: recordings.indices)
  func `K2: all kinds of recordings end when their objects are released`(kind: Int) async {
    let (lanes, record) = Self.recordings[kind]
    for _ in 0..<120 { await record(timeline) }
    #expect(timeline.diagrams().count == 100 * lanes)
  }

  @Test func `K2: a recorded stream keeps the values of a removed lane`() {
    let first = timeline.record(BehaviorRelay(7).readOnly, as: "first")
    for _ in 0..<100 { timeline.recordConstant(1, as: "constant") }
    #expect(!timeline.diagrams().contains { $0.name == "first" })
    #expect(first.values == [7])
  }

  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(999_999_999_999), .seconds(10_000_000_000), .seconds(1),
  ])
  func `K5: a clock in the far future prints texts and tests`(time: Duration) async {
    let clock = FarClock()
    let timeline = Timeline(clock: clock)
    let (input, output) = (PublishRelay<Int>(), PublishRelay<Int>())
    let load = timeline.recording({ (_: Int) async throws in 1 }, as: "load")
    timeline.record(input, as: "input")
    timeline.record(output.readOnly, as: "output")
    for number in 1...2 {
      input.accept(number)
      _ = try? await load(number)
      output.accept(number)
      clock.elapsed.withLock { $0 = time }
    }
    for frame in [Duration.nanoseconds(1), .milliseconds(10), .seconds(999_999_999), .zero] {
      for text in timeline.text(frame: frame).split(separator: "\n").prefix(4) {
        let line = text.drop { $0 != " " }.drop { $0 == " " }
        #expect(line.contains("1"), "\(text)")
      }
      let test = timeline.swiftTest(of: "Model(load: load)", frame: frame)
      #expect(timeline.picture("far", frame: frame).svg().contains("output"))
      #expect(test.contains("m.hot(") || test.contains("choose a shorter frame"), "\(test)")
    }
  }
}

/// A clock whose time is set.
private final class FarClock: Clock, Sendable {
  let elapsed = Mutex(Duration.zero)
  private let start = ContinuousClock.now
  var now: ContinuousClock.Instant { start.advanced(by: elapsed.withLock { $0 }) }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
