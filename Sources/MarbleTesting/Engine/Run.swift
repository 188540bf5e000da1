import CMarbleHooks

/// One run of a test: its driver, virtual time, registered inputs and expectations, and failures.
///
/// Everything but the timeline, the inbox and the recordings is used on the driver's thread only.
final class Run {
  /// The phase of a run.
  enum Phase {
    /// The body registers inputs and expectations.
    case setUp
    /// Time is stopped, and the body can advance it.
    case paused
    /// Time runs, or the run is being cleaned up.
    case running
    case over
  }

  let settings: RunSettings
  let driver: Driver
  let timeline = Timeline()
  var inputs: [InputLane] = []
  var expectations: [any Expectation] = []
  /// The closures that read the expected expressions.
  var readings: [() -> Void] = []
  /// Further checks at the end of the run.
  var complaints: [() -> Issue?] = []
  /// The objects that live until the end of the run.
  var kept: [Any] = []
  private(set) var issues: [Issue] = []
  /// Failures of steps in the body, which fail the run but do not stop time.
  private(set) var findings: [Issue] = []
  private(set) var phase = Phase.setUp
  /// True if the body or a test store checks something without an expectation.
  var isChecked = false
  private(set) var realSleeps: [RealSleep] = []

  init(_ settings: RunSettings, _ order: MarbleOrder?) {
    self.settings = settings
    driver = Driver(order, timeline)
    driver.onRealSleep = { [unowned self] in takeRealSleep($0, $1) }
  }

  /// Reports a failure with the rest of the run, or immediately after the run.
  func report(_ text: String, at place: Place) {
    let issue = Issue(text: text, place: place)
    if phase == .over { issue.deliver() } else { issues.append(issue) }
  }

  /// Records a failure of a step in the body.
  func note(_ text: String, at place: Place) {
    findings.append(Issue(text: text, place: place))
  }

  /// Runs `body`, then time, then the comparison.
  ///
  /// Time does not run if the body threw or the set-up is invalid.
  func perform<Failure: Error>(
    _ body: () -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    defer {
      driver.close()
      phase = .over
      issues.insert(contentsOf: findings, at: 0)
    }
    return watched { driver.bound { complete(body) } }
  }

  private func complete<Failure: Error>(
    _ body: () -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    defer { cleanUp() }
    let result = body()
    endSetUp()
    guard issues.isEmpty, case .success = result else { return result }
    runTime(to: settings.end)
    report(contentsOf: Trouble.inTime(of: self))
    stop()
    if issues.isEmpty, findings.isEmpty, !isChecked { report(contentsOf: [.nothingExpected]) }
    return result
  }

  /// Ends the set-up: work that the body started can no longer register inputs or advance time.
  func endSetUp() {
    phase = .running
  }

  // MARK: Time

  /// Advances time to a time while the body is running.
  func advance(to time: Duration, at place: Place) {
    if let misstep = misstep(to: time) {
      return report(Trouble.misstep(misstep, time).text, at: place)
    }
    guard issues.isEmpty else { return }
    // The body can check the result.
    isChecked = true
    runTime(to: time)
    phase = .paused
    driver.monitor.begin(.body)
    if !driver.isExhausted { timeline.advance(to: time) }
  }

  private func misstep(to time: Duration) -> Misstep? {
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
    while !driver.isExhausted, let entry = timeline.popDue(&driver.chooser) {
      driver.charge()
      wake(entry)
      driver.drain()
      read()
    }
  }

  private func read() {
    guard !readings.isEmpty else { return }
    driver.monitor.begin(.reading)
    settings.isolation.perform(OnDriver { [readings] in for read in readings { read() } })
    driver.drain()
  }

  private func wake(_ entry: Timeline.Entry) {
    driver.monitor.begin(.event(entry.kind, Origin(time: entry.began, cause: entry.cause)))
    switch entry.wait {
    case .input(let action), .cold(let action), .scheduled(let action, _):
      settings.isolation.perform(action)
    case .realSleep(let action): action.value()
    case .sleeper(let continuation): continuation.resume()
    }
  }

  private func takeRealSleep(_ delay: Duration, _ action: OnDriver<() -> Void>) -> Bool {
    guard !timeline.isOver else { return false }
    let began = timeline.now
    let delay = CMarbleMovesClocks() ? delay : delay.inMilliseconds
    driver.noteSleep(timeline.schedule(at: began + delay, .wake, .realSleep(action)))
    let task = TaskName.current
    realSleeps.append(RealSleep(task: task, origin: timeline.origin, delay: delay))
    return true
  }

  // MARK: The end

  /// Ends the expectations, compares, releases all objects of the body, and collects leftovers.
  private func stop() {
    driver.monitor.begin(.end)
    // Close all of them before any is cancelled: effects of cancellation are not behavior under
    // test.
    for expectation in expectations { expectation.close() }
    for input in inputs { input.log.close() }
    let complaints = complaints.compactMap { $0() }
    for expectation in expectations { expectation.cancel() }
    settle()
    let differences = complaints + expectations.compactMap { $0.compare(in: self) }
    driver.monitor.begin(.end)
    letGo()
    settle()
    report(contentsOf: Trouble.afterTime(of: self))
    issues += differences
  }

  private func settle() {
    if driver.isExhausted { driver.allow(10_000) } else { driver.beginInstant() }
    driver.drain()
    wakeDue()
  }

  private func letGo() {
    // A released object may call back into this run, so the lists are emptied first.
    withExtendedLifetime((kept, readings, complaints)) {
      kept = []
      readings = []
      complaints = []
    }
    timeline.removeInputs()
    for expectation in expectations { expectation.release() }
  }

  /// Unwinds remaining work, so that no test leaves tasks behind for the next.
  private func cleanUp() {
    driver.monitor.begin(.end)
    for expectation in expectations { expectation.close() }
    for expectation in expectations { expectation.cancel() }
    letGo()
    driver.allow(10_000)
    for entry in driver.takeAbandonedSleeps() + timeline.close() {
      if case .sleeper(let continuation) = entry.wait {
        continuation.resume(throwing: CancellationError())
      }
      if case .realSleep(let action) = entry.wait { action.value() }
    }
    for input in inputs { input.abandon() }
    driver.drain()
    withExtendedLifetime((inputs, expectations)) {
      inputs = []
      expectations = []
    }
    // A released object may have resumed a task or called `keep`.
    driver.drain()
    for _ in 0..<Run.mostGenerations where !kept.isEmpty {
      letGo()
      driver.drain()
    }
  }

  /// The largest number of rounds in which a released object may keep another object.
  private static let mostGenerations = 100

  private func report(contentsOf troubles: [Trouble]) {
    for trouble in troubles { report(trouble.text, at: settings.place) }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  ///
  /// A running clock has advanced since the deadline was computed.
  fileprivate var inMilliseconds: Duration {
    .milliseconds(Int64((self / .milliseconds(1)).rounded()))
  }
}

struct RealSleep {
  let task: String
  let origin: Origin
  let delay: Duration
}

/// A reason why time cannot be advanced.
enum Misstep {
  case whileTimeRuns
  case afterTheRun
  case backwards(from: Duration)
  case pastTheEnd(Duration)
}
