import CMarbleHooks

/// One run of a test: its driver, virtual time, registered inputs and expectations, and failures.
///
/// Everything but the timeline, the inbox and the recordings is used on the driver's thread only.
package final class Run {
  package enum Phase {
    /// The body registers inputs and expectations.
    case setUp
    /// Time is stopped, and the body can advance it.
    case paused
    /// Time runs, or the run is being cleaned up.
    case running
    case over
  }

  package let settings: RunSettings
  let driver: Driver
  package let timeline = RunTimeline()
  package var inputs: [InputRecord] = []
  /// The calls and the sequences of the inputs.
  package var consumers: [InputConsumers] = []
  package var expectations: [any Expectation] = []
  /// The closures that read the expected expressions.
  package var readings: [() -> Void] = []
  package var finalChecks: [() -> RunIssue?] = []
  package var retained: [Any] = []
  package var issues: [RunIssue] = []
  /// Failures of steps in the body, which fail the run but do not stop time.
  private(set) var stepIssues: [RunIssue] = []
  package private(set) var phase = Phase.setUp
  /// True if the body or a test store checks something without an expectation.
  package var isChecked = false
  private(set) var realSleeps: [RealSleep] = []
  /// The different callers of sleeps, because a loop has the same for all.
  private var sleepStacks: Set<CallStack> = []

  private let handler: IssueHandler

  package init(
    _ settings: RunSettings,
    _ strategy: SchedulingStrategy,
    _ handler: @escaping IssueHandler
  ) {
    self.settings = settings
    self.handler = handler
    driver = Driver(strategy, timeline)
    driver.onRealSleep = { [unowned self] in takeRealSleep($0, $1) }
  }

  /// Reports a failure with the rest of the run, or immediately after the run.
  package func report(_ failure: RunFailure, at callSite: CallSite) {
    let issue = RunIssue(failure, at: callSite)
    if phase == .over { handler(issue, false) } else { issues.append(issue) }
  }

  package func report(_ text: String, at callSite: CallSite) {
    report(.message(text), at: callSite)
  }

  /// Records a failure of a step in the body.
  package func note(_ text: String, at callSite: CallSite) {
    stepIssues.append(RunIssue(.message(text), at: callSite))
  }

  /// Runs `body`, then time, then the comparison.
  ///
  /// Time does not run if the body returns false, because it threw, or if the set-up is invalid.
  /// A generic result would cost hundreds of instructions for each look-up of its type.
  package func perform(_ body: () -> Bool) {
    defer {
      driver.close()
      phase = .over
      issues.insert(contentsOf: stepIssues, at: 0)
    }
    watched { driver.bound { complete(body) } }
  }

  private func complete(_ body: () -> Bool) {
    defer { cleanUp() }
    let hasReturned = body()
    endSetUp()
    guard issues.isEmpty, hasReturned else { return }
    runTime(to: settings.end)
    stop(after: failuresInTime)
    guard issues.isEmpty, stepIssues.isEmpty, !isChecked else { return }
    report(.nothingExpected, at: settings.callSite)
  }

  /// Ends the set-up: work that the body started can no longer register inputs or advance time.
  func endSetUp() { phase = .running }

  /// Runs the body as a job on the main actor, and the jobs that it starts.
  package func performOnMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
    let run = DriverConfined(self)
    Task { @MainActor in
      run.value.driver.monitor.begin(.body)
      body()
      run.value.endSetUp()
    }
    driver.drain()
  }

  package var strategy: SchedulingStrategy { driver.strategy }

  // MARK: Time

  /// Advances time to a time while the body is running.
  package func advance(to time: Duration, at callSite: CallSite) {
    if let reason = invalidAdvance(to: time) {
      return report(.invalidAdvance(reason, time), at: callSite)
    }
    guard issues.isEmpty else { return }
    // The body can check the result.
    isChecked = true
    runTime(to: time)
    phase = .paused
    driver.monitor.begin(.body)
    if !driver.isExhausted { timeline.advance(to: time) }
  }

  private func invalidAdvance(to time: Duration) -> InvalidAdvance? {
    if phase == .over { return .afterTheRun }
    if phase == .running { return .whileTimeRuns }
    if time < timeline.now { return .backwards(from: timeline.now) }
    return time > settings.end ? .pastTheEnd(settings.end) : nil
  }

  private func runTime(to end: Duration) {
    phase = .running
    driver.beginInstant()
    driver.drain()
    read()
    while let next = timeline.next, next <= end, !driver.isExhausted {
      timeline.advance(to: next)
      driver.beginInstant()
      wakeDue()
    }
  }

  private func wakeDue() {
    while !driver.isExhausted, let entry = timeline.popDue(&driver.strategy) {
      driver.charge()
      wake(entry)
      driver.drain()
      read()
    }
  }

  private func read() {
    guard !readings.isEmpty else { return }
    driver.monitor.begin(.reading)
    settings.isolation.perform(DriverConfined { [readings] in for read in readings { read() } })
    driver.drain()
  }

  private func wake(_ entry: RunTimeline.Entry) {
    driver.monitor.begin(.event(entry.event.kind, entry.event.start))
    switch entry.action {
    case .input(let action), .cold(let action), .scheduled(let action, _):
      settings.isolation.perform(action)
    case .realSleep(let action): action.value()
    case .sleeper(let continuation): continuation.resume()
    }
  }

  private func takeRealSleep(_ delay: Duration, _ action: DriverConfined<() -> Void>) -> Bool {
    guard !timeline.isOver else { return false }
    let began = timeline.now
    let delay = CMarbleMovesClocks() ? delay : delay.inMilliseconds
    driver.noteSleep(timeline.schedule(at: began + delay, .realSleep(action)))
    let callers = sleepStacks.insert(.ofTask).memberAfterInsert
    let start = timeline.origin
    realSleeps.append(
      RealSleep(
        task: runningTask,
        start: start,
        delay: delay,
        callers: callers,
        wait: .current
      )
    )
    return true
  }

  // MARK: The end

  /// Ends the expectations, compares, releases all objects of the body, and collects leftovers.
  private func stop(after failuresInTime: [RunFailure]) {
    driver.monitor.begin(.end)
    // Close all of them before any is cancelled: effects of cancellation are not behavior under
    // test.
    for expectation in expectations { expectation.close() }
    for input in inputs { input.log.close() }
    let finalChecks = finalChecks.compactMap { $0() }
    for expectation in expectations { expectation.cancel() }
    settle()
    let differences = finalChecks + expectations.compactMap { $0.compare { record } }
    driver.monitor.begin(.end)
    releaseObjects()
    settle()
    let failures = failuresAfterTime(
      isInterrupted: !failuresInTime.isEmpty,
      hasDifferences: !differences.isEmpty
    )
    conclude(failuresInTime + failures, differences)
  }

  private func settle() {
    if driver.isExhausted { driver.allow(10_000) } else { driver.beginInstant() }
    driver.drain()
    wakeDue()
  }

  private func releaseObjects() {
    // A released object may call back into this run, so the lists are emptied first.
    withExtendedLifetime((retained, readings, finalChecks)) {
      retained = []
      readings = []
      finalChecks = []
    }
    timeline.removeInputs()
    for expectation in expectations { expectation.release() }
  }

  /// Unwinds remaining work, so that no test leaves tasks behind for the next.
  private func cleanUp() {
    driver.monitor.begin(.end)
    for expectation in expectations { expectation.close() }
    for expectation in expectations { expectation.cancel() }
    releaseObjects()
    driver.allow(10_000)
    for entry in driver.takeCancelledSleeps() + timeline.close() {
      if case .sleeper(let continuation) = entry.action {
        continuation.resume(throwing: CancellationError())
      }
      if case .realSleep(let action) = entry.action { action.value() }
    }
    for consumers in consumers { consumers.endAll() }
    driver.drain()
    withExtendedLifetime((inputs, consumers, expectations)) {
      inputs = []
      consumers = []
      expectations = []
    }
    // A released object may have resumed a task or called `keep`.
    driver.drain()
    for _ in 0..<Run.maxReleaseRounds where !retained.isEmpty {
      releaseObjects()
      driver.drain()
    }
  }

  /// The largest number of rounds in which a released object may keep another object.
  private static let maxReleaseRounds = 100

  private func watched(_ body: () -> Void) {
    guard let limit = settings.watchdog else { return body() }
    let (timeline, callSite, handler) = (timeline, settings.callSite, handler)
    // One closure, because every run allocates it.
    let key = Watchdog.shared.watch(driver.monitor, limit) { activity, length in
      let failure = RunFailure.hangs(activity, at: timeline.now, for: length)
      handler(RunIssue(failure, at: callSite), true)
    }
    defer { Watchdog.shared.remove(key) }
    body()
  }
}

private var runningTask: String {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name {
    return "task '\(name)'"
  }
  return "a task"
}

extension Duration {
  /// The duration in whole milliseconds.
  ///
  /// A running clock has advanced since the deadline was computed.
  fileprivate var inMilliseconds: Duration {
    .milliseconds(Int64((self / .milliseconds(1)).rounded()))
  }
}
