import LoadableTesting
import ReactiveLoadable
import Testing

/// Random scripts through a real loader, each in many orders of concurrent events.
///
/// They check the laws of the machine for the loader as a whole: with tasks, clocks, observers and
/// handles, in virtual time.
@Suite struct `A loader under random schedules` {
  @Test(arguments: 0..<40)
  func `no schedule breaks a law`(_ seed: Int) {
    marbles(exploring: 25) { m in
      var random = SeededGenerator(UInt64(seed))
      let script = LoadScript(&random)
      let recorder = m.keep(LoadRecorder())
      let loader = m.keep(script.loader(m.clock, recorder))
      m.keep(loader.states.sink { recorder.receive($0) })
      for step in script.steps {
        m.at(.milliseconds(10) * step.frame) { script.perform(step, loader, recorder) }
      }
      m.at(.seconds(1)) { recorder.conclude(loader.state) }
      m.expect(recorder.broken, "")
    }
  }
}

/// Random calls, and the behavior of the work.
private struct LoadScript: Sendable {
  struct Step: Sendable {
    let frame: Int
    let intent: LoadIntent<String, Int>
  }

  /// The behavior of a call of the work.
  struct Call: Sendable {
    enum End: Sendable { case value, failure, cancelled }
    let time: Duration
    let end: End
    let ignoresCancellation: Bool
    let reports: Bool
  }

  let steps: [Step]
  let policy: LoadPolicy
  private let calls: [Call]

  init(_ random: inout SeededGenerator) {
    steps = (0..<14).map { _ in
      Step(frame: .random(in: 0...15, using: &random), intent: .any(&random))
    }
    calls = (0..<20).map { _ in .any(&random) }
    policy = LoadPolicy(
      previous: [.ofSameRequest, .always, .never].randomElement(using: &random) ?? .always,
      interruption: [.replace, .ignore].randomElement(using: &random) ?? .replace,
      duplicate: [.join, .replace].randomElement(using: &random) ?? .join,
      freshness: [.forever, .never, .lasting(.milliseconds(30))].randomElement(using: &random)
        ?? .never,
      retry: .constant(.milliseconds(10), limit: .random(in: 0...2, using: &random)),
      timeout: .random(using: &random)
        ? LoadTimeout(attempt: .milliseconds(20), failure: SampleError.second) : nil
    )
  }

  func loader(
    _ clock: any Clock<Duration>,
    _ recorder: LoadRecorder
  ) -> Loader<String, Int, SampleError> {
    var policy = policy
    policy.clock = clock
    policy.isCancellation = { $0 is CancellationError }
    return Loader(policy: policy) { [calls] request, report async throws(SampleError) -> Int in
      let number = recorder.start()
      let call = calls[number % calls.count]
      if call.reports { report.value(number) }
      await call.rest(clock)
      recorder.end()
      switch call.end {
      case .value: return number
      case .failure: throw .first
      case .cancelled: throw .second
      }
    }
  }

  func perform(_ step: Step, _ loader: Loader<String, Int, SampleError>, _ recorder: LoadRecorder) {
    recorder.recordCall(step.intent)
    let load = loader.perform(step.intent)
    Task {
      await load.outcome()
      recorder.recordEnd()
    }
  }
}

extension LoadIntent<String, Int> {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    let intents: [Self] = [
      .load("a"), .load("b"), .load("a"), .loadIfNeeded("a"), .refresh, .retry, .cancel, .reset,
      .set(1000), .invalidate,
    ]
    return intents.randomElement(using: &random) ?? .cancel
  }
}

extension LoadScript.Call {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    Self(
      time: .milliseconds(10) * Int.random(in: 0...4, using: &random),
      end: [.value, .value, .failure, .cancelled].randomElement(using: &random) ?? .value,
      ignoresCancellation: .random(using: &random),
      reports: .random(using: &random)
    )
  }

  fileprivate func rest(_ clock: any Clock<Duration>) async {
    if time == .zero { return }
    guard ignoresCancellation else { return (try? await clock.sleep(for: time)) ?? () }
    await Task { try? await clock.sleep(for: time) }.value
  }
}
