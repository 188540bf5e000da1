import Foundation
import ReactiveLoadable
import ReactiveTimeline

extension Scene {
  static let faults = Scene(
    name: "faults",
    title: "Faults, with retry and backoff",
    shows: """
      No server, status 500, broken JSON, a connection that breaks, and a request without an answer, \
      each during the reload of a list. Without retry each is a failure with a sentence, and the \
      old rows stay. With a retry policy the request is sent again after growing delays, and the \
      failure is never published. The timeout of one minute passes in virtual time.
      """
  ) { context in
    for path in ["/podcasts", "/status/500", "/broken", "/dropped"] {
      await context.server.disturb(.delay(.milliseconds(20)), path: path)
    }
    let runs = Fault.all.map { FaultRun($0, context) }
    let legend = Step {
      let marks = runs.flatMap(\.timelines).flatMap(\.states).map(PodcastList.mark)
      return [
        .blank, .line("One character is 10 ms:", .faint), .legend(marks),
        runs.map { $0.checkAlone() }.all
          .proves("A fault without retry is published as a failure; the rows stay."),
        runs.map { $0.timelines[1].draws("nldr12d", PodcastList.mark) }.all
          .proves("A fault with retry publishes two retries over the rows, and no failure."),
      ]
    }
    return runs.map { run in Step(run.fault.name) { await run.run() } } + [legend]
  }
}

private struct Fault: Sendable {
  let name: String
  /// The path with the fault; nil for a missing server.
  var path: String?
  let error: APIError

  static let all = [
    Fault(name: "No server", error: .noConnection(host: "127.0.0.1:1")),
    Fault(name: "HTTP 500", path: "status/500", error: .status(500)),
    Fault(name: "Broken JSON", path: "broken", error: .malformed("it is not valid JSON.")),
    Fault(name: "A connection that breaks halfway", path: "dropped", error: .connectionLost),
    Fault(name: "A request without an answer", path: "silent", error: .timedOut),
  ]

  func podcasts(_ api: API) async throws(APIError) -> [Podcast] {
    if let path { return try await api.get(path) }
    // Nothing listens on port 1; a program would need special rights to.
    guard let nowhere = URL(string: "http://127.0.0.1:1") else { return [] }
    return try await api.moved(to: nowhere).podcasts()
  }
}

/// One fault on two screens: without retry, and with it.
@MainActor
private final class FaultRun {
  private static let timeout = Duration.seconds(60)
  let fault: Fault
  private let context: SceneContext
  /// The screen without retry, then the one with it.
  private(set) var timelines: [StateTimeline<PodcastList>] = []

  init(_ fault: Fault, _ context: SceneContext) { (self.fault, self.context) = (fault, context) }

  func run() async -> [Block] {
    // Random delays are no whole frames of a recorded test.
    let jitter = context.isVirtual ? 0 : 0.5
    timelines = [
      await screen(faults: 1, .never, "never"),
      await screen(faults: 2, .backoff(jitter: jitter), "backoff(jitter: \(jitter))"),
    ]
    let failed = timelines[0].states.last
    let error = failed?.error?.description ?? "No error was published."
    let lines = zip(["alone", "with retry"], timelines).map { name, shown in
      shown.history(PodcastList.mark).block(name.padded(toColumns: 12))
    }
    let rows = failed?.latest?.count ?? 0
    return [.line(fault.name, .bold), .line("  \(error) \(rows) rows stay.")] + lines
  }

  private func screen(
    faults: Int,
    _ retry: RetryPolicy,
    _ retryText: String
  ) async -> StateTimeline<PodcastList> {
    let (api, clock, remaining) = (context.api, MovableClock(context.clock), BehaviorRelay(0))
    let policy = LoadPolicy.api(within: Self.timeout, retry: retry, clock: clock)
    let recording = context.recording(
      "\(fault.name), \(faults == 1 ? "alone" : "with retry")",
      of: "Loader(policy: .api(within: .seconds(60), retry: .\(retryText), clock: m.clock), fetch)",
      clock: clock
    )
    let fetch = { @Sendable [fault] () async throws(APIError) -> [Podcast] in
      let isFaulty = remaining.update { remaining in
        defer { remaining = max(0, remaining - 1) }
        return remaining > 0
      }
      return isFaulty ? try await fault.podcasts(api) : try await api.podcasts()
    }
    let model = Loader(
      policy: policy,
      recording.recording(fetch, as: "fetch", orCancelled: .cancelled)
    )
    let load = recording.recordingInput({ model.load() }, as: "load")
    recording.record(model.states, as: "states")
    let shown = context.timeline(model.states)
    await context.rest()
    if await load().outcome().value != nil {
      await context.pause(.milliseconds(30))
      remaining.accept(faults)
      let earlier = (await context.server.requestCount("/silent"), clock.sleeps)
      let silences = fault.error == .timedOut ? faults : 0
      let passing = Task { await pass(silences, on: clock, after: earlier) }
      await load().outcome()
      passing.cancel()
    }
    await shown.catchesUp(with: model.states)
    return shown
  }

  private func pass(
    _ silences: Int,
    on clock: MovableClock,
    after earlier: (requests: Int, sleeps: Int)
  ) async {
    for silence in 0..<silences {
      await context.server.arrived(earlier.requests + silence + 1, at: "/silent")
      await clock.begins(earlier.sleeps + 2 * silence + 1)
      guard !Task.isCancelled else { return }
      clock.putForward(by: Self.timeout)
    }
  }

  func checkAlone() -> SceneResult {
    timelines[0].draws("nldrF", PodcastList.mark)
      .and(expect(fault.name, timelines[0].states.last?.error, is: fault.error))
  }
}

extension RetryPolicy {
  /// Four retries after growing delays, the same ones in every tour.
  static func backoff(jitter: Double) -> RetryPolicy {
    exponential(from: .milliseconds(30), limit: 4).jittered(by: jitter, using: SeededChance(7))
  }
}

/// A random number generator with a seed, so that every tour is the same.
struct SeededChance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state.byteSwapped
  }
}

/// A clock that can be put forward, which wakes its sleepers.
final class MovableClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let base: any Clock<Duration>
  private let start = ContinuousClock.now
  private let elapsed: @Sendable () -> Duration
  private let lead = BehaviorRelay(Duration.zero)
  private let begun = BehaviorRelay(0)

  init(_ base: any Clock<Duration> = ContinuousClock()) {
    (self.base, elapsed) = (base, base.stopwatch())
  }

  var now: Instant { start.advanced(by: elapsed() + lead.value) }
  var minimumResolution: Duration { .zero }
  func putForward(by duration: Duration) { lead.update { $0 += duration } }
  var sleeps: Int { begun.value }

  func begins(_ count: Int) async {
    for await sleeps in begun.elements where sleeps >= count { return }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    begun.update { $0 += 1 }
    while now < deadline {
      await sleepOrMove(until: deadline, lead.value)
      try Task.checkCancellation()
    }
  }

  private func sleepOrMove(until deadline: Instant, _ lead: Duration) async {
    await withTaskGroup { group in
      group.addTask { [base, now] in try? await base.sleep(for: now.duration(to: deadline)) }
      group.addTask { [changes = self.lead] in
        for await change in changes.elements where change != lead { return }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
