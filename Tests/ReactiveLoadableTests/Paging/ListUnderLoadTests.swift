import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// Random scripts while observers and the load function call intents, too, loads time out, and the
/// loader is released at any time: nothing hangs and nothing is lost (P10).
@Suite struct `Paged lists under load (P10)` {
  @Test func `every waiting caller gets an outcome, and every started load ends`() {
    let count = ProcessInfo.processInfo.environment["PAGING_SCRIPTS"].flatMap(Int.init) ?? 500
    for seed in 0..<count where !hold(seed) { break }
  }

  private func hold(_ seed: Int) -> Bool {
    let laws = Log<String>()
    marbles(replaying: MarbleOrder(integerLiteral: UInt64(seed))) { m in
      let list = m.keep(ListUnderLoad(seed, m.clock))
      for step in list.script.steps {
        m.at(.milliseconds(10) * step.frame) { list.perform(step.act) }
      }
      if let frame = list.end { m.at(.milliseconds(10) * frame) { list.release() } }
      m.at(.seconds(3)) {
        for law in list.brokenLaws { laws.note("seed \(seed): \(law)") }
      }
    }
    #expect(laws.entries == [])
    return laws.entries.isEmpty
  }
}

/// A loader that receives calls from everywhere.
private final class ListUnderLoad: @unchecked Sendable {
  let script: PagedScript
  /// The step at which the loader is released.
  let end: Int?
  private let activity = LoadActivity()
  private let outcomes = Log<String>()
  private let startedCalls = Log<String>()
  private let finished = Log<Bool>()
  // SAFETY: everything runs on the one thread of the marbles.
  private var rows: RowLoader?
  private var random: SeededGenerator
  private var handles: [LoadTask<RowList, SampleError>] = []
  private var subscriptions: [Any] = []
  /// The number of intents left for observers and the load function.
  private var callsLeft = 20
  private var calls = 0
  private var writes = 0

  init(_ seed: Int, _ clock: any Clock<Duration>) {
    script = PagedScript(seed: seed)
    random = SeededGenerator(UInt64(seed) &* 31 &+ 7)
    end = Bool.random(using: &random) ? Int.random(in: 0...30, using: &random) : nil
    var policy = script.policy
    policy.load.clock = clock
    policy.load.activity = activity
    policy.load.isCancellation = { $0 as? SampleError == .second }
    policy.load.timeout =
      [
        nil, LoadTimeout(attempt: .milliseconds(20), failure: SampleError.first),
        LoadTimeout(load: .milliseconds(30), failure: SampleError.first),
        LoadTimeout(attempt: .zero, load: .milliseconds(10), failure: SampleError.second),
        LoadTimeout(attempt: .milliseconds(10), load: .zero, failure: SampleError.first),
      ].randomElement(using: &random) ?? nil
    if Bool.random(using: &random) { policy.load.freshness = .lasting(.milliseconds(60)) }
    let rows = RowLoader(policy: policy, failure: { _ in .first }) {
      [weak self] request async throws(SampleError) -> RowPage in
      guard let self else { throw .first }
      return try await page(of: request, clock)
    }
    self.rows = rows
    subscriptions.append(
      rows.states.sink(
        receiveCompletion: { [finished] _ in finished.note(true) },
        receiveValue: { [weak self] _ in self?.interfere() }
      )
    )
  }

  private func page(
    of request: PageRequest<String, Int>,
    _ clock: any Clock<Duration>
  ) async throws(SampleError) -> RowPage {
    calls += 1
    let number = calls
    interfere()
    let call = script.call(number)
    if call.time > 0 {
      let time = Duration.milliseconds(10) * call.time
      if call.ignoresCancellation {
        await Task { try? await clock.sleep(for: time) }.value
      } else {
        do { try await clock.sleep(for: time) } catch { throw .second }
      }
    }
    interfere()
    switch script.result(number, request) {
    case .page(let page): return page
    case .failure: throw .first
    case .cancelled: throw .second
    }
  }

  private func interfere() {
    guard callsLeft > 0, Int.random(in: 0..<4, using: &random) == 0 else { return }
    callsLeft -= 1
    guard let step = script.steps.randomElement(using: &random) else { return }
    if Int.random(in: 0..<40, using: &random) == 0 { return release() }
    perform(step.act)
  }

  func perform(_ act: PagedScript.Step.Act) {
    switch act {
    case .intent(let intent):
      guard let task = rows?.perform(intent) else { return }
      handles.append(task)
      startedCalls.note("")
      Task { [outcomes] in
        let outcome = await task.outcome()
        outcomes.note(outcome.sketch)
      }
    case .cancelLoad: handles.randomElement(using: &random)?.cancel()
    case .write(let edits):
      writes += 1
      rows?.storage.edit([.start(writes, edits)])
    case .endWrite(let step, let isSaved):
      if step <= writes { rows?.storage.edit([.end(step, isSaved: isSaved)]) }
    }
  }

  /// Releases the loader when nothing is read or written here.
  func release() {
    let last = rows
    rows = nil
    withExtendedLifetime(last) {}
  }

  var brokenLaws: [String] {
    var laws: [String] = []
    if startedCalls.entries.count != outcomes.entries.count {
      laws.append("\(startedCalls.entries.count) calls, \(outcomes.entries.count) outcomes")
    }
    if activity.count != 0 { laws.append("\(activity.count) are still counted") }
    if let rows {
      if rows.state.isAtWork { laws.append("something is loading: \(rows.state.sketch)") }
    } else if finished.entries.isEmpty {
      laws.append("the states have not finished")
    }
    return laws
  }
}
