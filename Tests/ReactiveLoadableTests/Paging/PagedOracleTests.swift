import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// Random scripts through a real paged loader, compared with the reference model after every step.
///
/// `PAGING_SCRIPTS=100000 swift test --filter PagedOracle` runs that many, each in a random order of
/// concurrent events.
@Suite struct `The reference model of paged lists (P)` {
  static let scripts = number("PAGING_SCRIPTS") ?? 1000
  static let first = number("PAGING_SEED") ?? 0

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test(.needsImmediateTasks) func `random scripts agree with the reference model`() async {
    for seed in Self.first..<(Self.first + Self.scripts) {
      if !play(seed) { break }
      // Other tests wait for the threads of tasks.
      await Task.yield()
    }
  }

  @Test(.needsImmediateTasks, arguments: [275, 292, 617, 2_001, 23_944, 24_831])
  func `scripts that have found faults agree with the reference model`(_ seed: Int) {
    #expect(play(seed))
  }

  private func play(_ seed: Int) -> Bool {
    let laws = Log<String>()
    marbles(replaying: MarbleOrder(integerLiteral: UInt64(seed))) { m in
      let script = PagedScript(seed: seed)
      let (clock, start) = (m.clock, m.clock.now)
      let witness = m.keep(PagedWitness(script.policy) { start.duration(to: clock.now) })
      let rows = m.keep(script.loader(m.clock, witness))
      let play = PagedPlay(rows, witness)
      m.keep(rows.states.sink { witness.receive($0) })
      m.keep(witness.broken.sink { laws.note($0) })
      for (number, step) in script.steps.enumerated() {
        m.at(.milliseconds(10) * step.frame) { play.perform(number, step.act) }
      }
      m.at(.seconds(2)) { witness.conclude(rows.state) }
      m.expect(witness.broken.map { "seed \(seed): \($0)" }, "")
    }
    return laws.entries.isEmpty
  }
}

/// A running script.
final class PagedPlay {
  private let rows: RowLoader
  private let witness: PagedWitness
  private var handles: [Int: (task: LoadTask<RowList, SampleError>, job: Int?)] = [:]

  init(_ rows: RowLoader, _ witness: PagedWitness) {
    self.rows = rows
    self.witness = witness
  }

  func perform(_ number: Int, _ act: PagedScript.Step.Act) {
    switch act {
    case .intent(let intent):
      let task = witness.perform("\(number) \(intent)", { rows.state }) {
        rows.perform(intent)
      } model: {
        $0.perform(intent)
      }
      let job = witness.model.answer
      handles[number] = (task, job)
      Task { [witness] in witness.recordEnd(job, await task.outcome().kind) }
    case .cancelLoad(let step):
      guard let handle = handles[step] else { return }
      witness.perform("\(number) cancel of \(step)", { rows.state }) {
        handle.task.cancel()
      } model: { model in
        if let job = handle.job { model.cancel(job: job) }
      }
      witness.recordEnd()
    case .write(let edits):
      perform("\(number) write \(edits)", .start(number, edits)) {
        $0.starts(write: number, edits)
      }
    case .endWrite(let step, let isSaved):
      perform("\(number) end of \(step)", .end(step, isSaved: isSaved)) {
        $0.ends(write: step, isSaved: isSaved)
      }
    }
  }

  private func perform(
    _ name: String,
    _ step: EditStep,
    model: (inout PagedReference) -> Void
  ) {
    witness.perform(name, { rows.state }, real: { rows.storage.edit([step]) }, model: model)
    witness.recordEnd()
  }
}

extension PagedScript {
  func loader(_ clock: any Clock<Duration>, _ witness: PagedWitness) -> RowLoader {
    var policy = policy
    policy.load.clock = clock
    policy.load.isCancellation = { $0 as? SampleError == .second }
    return RowLoader(policy: policy, failure: { _ in .second }) {
      (
        request: PageRequest<String, Int>,
        report: LoadReporter<RowPage>
      ) async throws(SampleError)
        -> RowPage in
      let number = witness.begin(request)
      for count in call(number).partsByFrame {
        if await !call(number).rest(clock) { break }
        if count == 0 { continue }
        let part = part(count, request)
        witness.report(number, part) { report.value(part) }
      }
      let result = result(number, request)
      if Task.isCancelled, !call(number).ignoresCancellation {
        witness.end(number, .cancelled)
        throw .second
      }
      witness.end(number, result)
      switch result {
      case .page(let page): return page
      case .failure: throw .first
      case .cancelled: throw .second
      }
    }
  }
}

extension PagedScript.Call {
  /// The numbers of rows of its parts, after each frame.
  fileprivate var partsByFrame: [Int] { time == 0 ? [] : parts.prefix(time - 1) + [0] }

  /// Waits for a frame; returns false if the call was cancelled, and does not ignore that.
  fileprivate func rest(_ clock: any Clock<Duration>) async -> Bool {
    let time = Duration.milliseconds(10)
    guard ignoresCancellation else { return (try? await clock.sleep(for: time)) != nil }
    await Task { try? await clock.sleep(for: time) }.value
    return true
  }
}

extension LoadOutcome {
  fileprivate var kind: PagedReference.Outcome {
    switch self {
    case .loaded: .loaded
    case .failed: .failed
    case .cancelled, .abandoned: .cancelled
    case .replaced: .replaced
    case .skipped: .skipped
    }
  }
}
