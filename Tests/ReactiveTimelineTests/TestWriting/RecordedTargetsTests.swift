import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// Recordings of writes that edit a list, a key of a cache and a loader (K7, L21).
@Suite struct RecordedTargetsTests {
  @Test func `an edit and its rollback are in the lanes of all targets`() {
    var text = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = m.keep(Timeline(clock: m.clock))
      let save = m.cold("--#", failure: TargetsModel.Fault.offline, then: ["--v|"])
      let model = m.keep(
        TargetsModel(
          clock: m.clock,
          open: { [7, 8] },
          detail: { TargetsModel.Issue(id: $0, isOpen: true) },
          page: { _ in Page([TargetsModel.Issue(id: 7, isOpen: true)], next: nil) },
          save: { _ in
            _ = try await save()
            return 2
          }
        )
      )
      timeline.record(targetsOf: model)
      m.hot("-lx---x", ["l": .load, "x": .close(7)]) { model.acts.accept($0) }
      m.at(.milliseconds(100)) { text = timeline.text() }
    }
    #expect(
      text == """
        badge                  n(lD)A-D-A-B
        badge events           -(sd)m-u-m-m
        details.states(of: 7)  T-   F-T-F
        details events         --   m-u-m
        issues                 n(lI)I-I-I
        issues events          -(sd)m-u-m
        close                  n-   l-f-l-C
        close events           --   s-a-s-d
                               n not requested · l loading · f failed(offline)
                               T loaded(Issue(id: 7, isOpen: true)) · D loaded([7, 8])
                               I loaded(1 item of NoRequest(), append complete)
                               F loaded(Issue(id: 7, isOpen: false)) · A loaded([8]) · B loaded([2, 8])
                               C loaded(2) · s started · d succeeded · m edited · a failed
                               u edit rolled back
        """
    )
  }

  @Test func `recordings of several targets print the tests of their file`() throws {
    try RecordedTests.targets.compare(recordedTest)
  }

  private func recordedTest(_ seed: UInt64) -> String {
    var random = SeededGenerator(seed)
    var test = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let server = TargetsServer(seed, m.clock)
      let model = m.keep(
        TargetsModel(
          clock: m.clock,
          open: timeline.recording(server.open, as: "open"),
          detail: timeline.recording(server.detail, as: "detail"),
          page: timeline.recording(server.page, as: "page"),
          save: timeline.recording(server.save, as: "save")
        )
      )
      timeline.record(model.acts, as: "acts")
      timeline.record(targetsOf: model)
      m.at(.milliseconds(20)) { model.acts.accept(.load) }
      for step in 1...14 {
        let act = TargetsModel.Act.any(&random)
        m.at(.milliseconds(200 * step)) { model.acts.accept(act) }
      }
      m.at(.milliseconds(4000)) {
        test = timeline.swiftTest(
          of: "TargetsModel(clock: m.clock, open: open, detail: detail, page: page, save: save)",
          named: "the targets of seed \(seed) repeat their recording"
        )
      }
    }
    return test
  }
}

extension Timeline {
  /// Records the targets of a model, and its mutation.
  fileprivate func record(targetsOf model: TargetsModel) {
    record(model.badge, as: "badge")
    record(model.details.states(of: 7), as: "details.states(of: 7)")
    record(model.details, as: "details events")
    record(model.issues, as: "issues")
    record(model.close, as: "close")
  }
}

extension TargetsModel.Act {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    let acts: [Self] = [
      .close(7), .close(7), .close(8), .close(9), .refreshBadge, .refreshDetail, .refreshIssues,
      .next, .next,
    ]
    return acts[random.below(acts.count)]
  }
}

/// A server with random results after random times.
///
/// The answers of different functions are in different frames, because a test does not repeat their
/// order in one.
private final class TargetsServer: Sendable {
  private let seed: UInt64
  private let clock: MarbleClock
  private let calls = Log<Int>()

  init(_ seed: UInt64, _ clock: MarbleClock) { (self.seed, self.clock) = (seed, clock) }

  @Sendable func open() async throws -> Set<Int> {
    try await answer(after: 10) { [7, 8, $0] }
  }

  @Sendable func detail(_ id: Int) async throws -> TargetsModel.Issue {
    try await answer(after: 20) { TargetsModel.Issue(id: id, isOpen: $0 % 4 != 0) }
  }

  @Sendable func page(_ number: Int) async throws -> Page<Int, TargetsModel.Issue> {
    try await answer(after: 30) { call in
      let ids = number == 0 ? [6, 7] : [8, 9]
      return Page(
        ids.map { TargetsModel.Issue(id: $0, isOpen: call % 4 != 0) },
        next: number == 0 ? 1 : nil
      )
    }
  }

  @Sendable func save(_ id: Int) async throws -> Int { try await answer(after: 70) { 100 + $0 } }

  private func answer<Value>(
    after time: Int,
    _ value: (_ call: Int) -> Value
  ) async throws -> Value {
    calls.note(0)
    let call = calls.entries.count
    var random = SeededGenerator(seed &* 31 &+ UInt64(call))
    try await clock.sleep(for: .milliseconds(time + 200 * random.below(3)))
    if random.below(4) == 0 { throw TargetsModel.Fault.offline }
    return value(call)
  }
}
