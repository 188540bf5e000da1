import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// Recordings of random scripts, and the tests that they print.
@Suite struct ScriptTests {
  @Test func `recordings print the tests of their file`() throws {
    try RecordedTests.scripts.compare(recordedTest)
  }

  private func recordedTest(_ seed: UInt64) -> String {
    var random = SeededGenerator(seed)
    let variant = Int.random(in: 0..<8, using: &random)
    var test = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let server = ScriptServer(seed, m.clock)
      let search = timeline.recording(server.search, as: "search")
      let count = timeline.recording(server.count, as: "count")
      let model = m.keep(
        ScriptModel(variant: variant, clock: m.clock, search: search, count: count)
      )
      timeline.record(model.query, as: "query")
      timeline.record(model.refreshes, as: "refreshes")
      timeline.record(model.podcasts, as: "podcasts")
      timeline.record(model.total, as: "total")
      for step in 1...12 {
        let text = ["a", "sw", "swift \"", ""].randomElement(using: &random) ?? ""
        let (isQuery, refresh) = (
          Bool.random(using: &random), Int.random(in: 0...2, using: &random)
        )
        m.at(.milliseconds(10 * step + 10 * Int.random(in: 0...3, using: &random))) {
          if isQuery { model.query.accept(text) } else { model.refreshes.accept(refresh) }
        }
      }
      m.at(.milliseconds(400)) {
        test = timeline.swiftTest(
          of: "ScriptModel(variant: \(variant), clock: m.clock, search: search, count: count)",
          named: "the model of seed \(seed) repeats its recording"
        )
      }
    }
    return test
  }
}

/// A server with random results after random times.
private final class ScriptServer: Sendable {
  private let seed: UInt64
  private let clock: MarbleClock
  private let calls = Log<Int>()

  init(_ seed: UInt64, _ clock: MarbleClock) { (self.seed, self.clock) = (seed, clock) }

  @Sendable func search(_ text: String) async throws -> [ScriptModel.Podcast] {
    let number = try await wait()
    return number == 0
      ? [] : [ScriptModel.Podcast(title: text, episodes: number > 5 ? nil : number)]
  }

  @Sendable func count() async throws -> Int { try await wait() }

  private func wait() async throws -> Int {
    calls.note(0)
    var random = SeededGenerator(seed &* 31 &+ UInt64(calls.entries.count))
    try await clock.sleep(for: .milliseconds(10 * Int.random(in: 1...5, using: &random)))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: throw ScriptModel.Fault.offline
    case 1: throw ScriptModel.Fault.status(503)
    default: return Int.random(in: 0...9, using: &random)
    }
  }
}
