/// One run of a test: its driver, its time, what was registered, and what went wrong.
///
/// Everything but the timeline, the inbox and the recordings is used on the driver's thread only.
final class Run {
  /// How far a run has come.
  enum Phase {
    /// The body registers inputs and expectations.
    case setUp
    /// Time stands still, and the body can run it on.
    case paused
    /// Time runs, or what is left is taken down.
    case running
    case over
  }

  let settings: RunSettings
  let driver: Driver
  let timeline = Timeline()
  var inputs: [InputLane] = []
  var expectations: [any Expectation] = []
  /// Reads the expressions that are expected to have certain values.
  var readings: [() -> Void] = []
  /// What else can be wrong when time is over.
  var complaints: [() -> Issue?] = []
  /// What must live until time is over.
  var kept: [Any] = []
  private(set) var issues: [Issue] = []
  /// What steps of the body have found: it fails the run, and time goes on.
  private(set) var findings: [Issue] = []
  private(set) var phase = Phase.setUp
  private(set) var realSleeps: [RealSleep] = []

  init(_ settings: RunSettings, _ order: MarbleOrder?) {
    self.settings = settings
    driver = Driver(order, timeline)
    driver.onRealSleep = { [unowned self] in takeRealSleep($0, $1) }
  }

  /// Reports with the rest of the run, or at once when nobody looks at that any more.
  func report(_ text: String, at place: Place) {
    let issue = Issue(text: text, place: place)
    if phase == .over { issue.deliver() } else { issues.append(issue) }
  }

  /// Takes down what a step of the body has found.
  func note(_ text: String, at place: Place) {
    findings.append(Issue(text: text, place: place))
  }

  /// Runs `body`, then time, then the comparison.
  ///
  /// Time does not run when the body threw or its set-up is not sound.
  func perform<Failure: Error>(
    _ body: () -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    defer {
      driver.close()
      phase = .over
      issues.insert(contentsOf: findings, at: 0)
    }
    return driver.bound {
      defer { cleanUp() }
      let result = body()
      endSetUp()
      guard issues.isEmpty, case .success = result else { return result }
      runTime(to: settings.end)
      report(contentsOf: Trouble.inTime(of: self))
      stop()
      return result
    }
  }

  /// The body has returned: what it set off may not register or advance any more.
  func endSetUp() {
    phase = .running
  }

  // MARK: Time

  /// Runs time up to a moment while the body is still at work.
  func advance(to time: Duration, at place: Place) {
    if let misstep = misstep(to: time) {
      return report(Trouble.misstep(misstep, time).text, at: place)
    }
    guard issues.isEmpty else { return }
    runTime(to: time)
    phase = .paused
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
    settings.isolation.perform(OnDriver { [readings] in for read in readings { read() } })
    driver.drain()
  }

  private func wake(_ entry: Timeline.Entry) {
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
    // The wall clock has moved a little since the delay was computed.
    let delay = Duration.milliseconds(Int64((delay / .milliseconds(1)).rounded()))
    timeline.schedule(at: began + delay, .wake, .realSleep(action))
    let task = TaskName.current
    realSleeps.append(RealSleep(task: task, origin: timeline.origin, delay: delay))
    return true
  }

  // MARK: The end

  /// Ends the expectations, compares, lets go of everything the body made, and looks at what still
  /// lives.
  private func stop() {
    // All of them, before any is cancelled: what that sets off is no behaviour.
    for expectation in expectations { expectation.close() }
    for input in inputs { input.log.close() }
    let complaints = complaints.compactMap { $0() }
    for expectation in expectations { expectation.cancel() }
    settle()
    let differences = complaints + expectations.compactMap { $0.compare(in: self) }
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
    // What goes may come back to this run, so it goes when these are empty already.
    withExtendedLifetime((kept, readings, complaints)) {
      kept = []
      readings = []
      complaints = []
    }
    timeline.removeInputs()
    for expectation in expectations { expectation.release() }
  }

  /// Unwinds what is left, so that no test leaves tasks behind for the next.
  private func cleanUp() {
    for expectation in expectations { expectation.close() }
    for expectation in expectations { expectation.cancel() }
    letGo()
    driver.allow(10_000)
    for entry in timeline.close() {
      if case .sleeper(let continuation) = entry.wait {
        continuation.resume(throwing: CancellationError())
      }
      if case .realSleep(let action) = entry.wait { action.value() }
    }
    for case .cold(_, let abandon) in inputs.map(\.kind) { abandon() }
    driver.drain()
    withExtendedLifetime((inputs, expectations)) {
      inputs = []
      expectations = []
    }
    // What they held may have woken somebody when it went, or kept something.
    driver.drain()
    for _ in 0..<Run.mostGenerations where !kept.isEmpty {
      letGo()
      driver.drain()
    }
  }

  /// How often what goes may keep something else.
  private static let mostGenerations = 100

  private func report(contentsOf troubles: [Trouble]) {
    for trouble in troubles { report(trouble.text, at: settings.place) }
  }
}

/// Where the body, the inputs and the expectations of a run are at home.
enum RunIsolation: Sendable {
  case caller, mainActor

  func perform(_ action: OnDriver<() -> Void>) {
    switch self {
    case .caller: action.value()
    case .mainActor: Task { @MainActor in action.value() }
    }
  }

  /// Runs an action when what is running has come to rest.
  func enqueue(_ action: OnDriver<() -> Void>) {
    switch self {
    case .caller: Task { action.value() }
    case .mainActor: perform(action)
    }
  }

  /// Runs the body as a job of the main actor.
  func wait<Failure: Error>(
    for marbles: Marbles,
    _ body: OnDriver<@MainActor (Marbles) throws(Failure) -> Void>
  ) -> Result<Void, Failure> {
    let result = Lock<Result<Void, Failure>?>(nil)
    let driver = marbles.run.driver
    let marbles = OnDriver(marbles)
    Task { @MainActor in
      let outcome = Result { () throws(Failure) in try body.value(marbles.value) }
      marbles.value.run.endSetUp()
      result.withLock { $0 = outcome }
    }
    driver.drain()
    return result.take() ?? .success(())
  }
}

struct RealSleep {
  let task: String
  let origin: Origin
  let delay: Duration
}

/// Why time cannot be advanced.
enum Misstep {
  case whileTimeRuns
  case afterTheRun
  case backwards(from: Duration)
  case pastTheEnd(Duration)
}
