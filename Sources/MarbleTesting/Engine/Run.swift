/// One run of a test: its driver, its time, what was registered, and what went wrong.
///
/// Everything but the timeline, the inbox and the recordings is used on the driver's thread only.
final class Run {
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
  private(set) var hasStarted = false
  private var isRunningTime = false
  private var realSleeps: [RealSleep] = []

  init(_ settings: RunSettings, _ order: MarbleOrder?) {
    self.settings = settings
    driver = Driver(order, timeline)
    driver.onRealSleep = { [unowned self] in takeRealSleep($0, $1) }
  }

  func report(_ text: String, at place: Place) {
    issues.append(Issue(text: text, place: place))
  }

  /// Runs `body`, then time, then the comparison.
  ///
  /// Time does not run when the body threw or its set-up is not sound.
  func perform<Failure: Error>(
    _ body: () -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    defer { driver.close() }
    return driver.bound {
      defer { cleanUp() }
      let result = body()
      guard issues.isEmpty, case .success = result else {
        hasStarted = true
        return result
      }
      runTime(to: settings.end)
      report(contentsOf: Trouble.inTime(of: self))
      stop()
      compare()
      return result
    }
  }

  // MARK: Time

  /// Runs time up to a moment while the body is still at work.
  func advance(to time: Duration, at place: Place) {
    if let misstep = misstep(to: time) {
      report(Trouble.misstep(misstep, time).text, at: place)
    }
    guard issues.isEmpty else { return }
    runTime(to: time)
    if !driver.isExhausted { timeline.advance(to: time) }
  }

  private func misstep(to time: Duration) -> Misstep? {
    if isRunningTime || timeline.isOver { return .whileTimeRuns }
    if time < timeline.now { return .backwards(from: timeline.now) }
    return time > settings.end ? .pastTheEnd(settings.end) : nil
  }

  private func runTime(to end: Duration) {
    isRunningTime = true
    defer { isRunningTime = false }
    hasStarted = true
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
    case .input(let action), .cold(let action): settings.isolation.perform(action)
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

  /// Ends the expectations, lets go of everything the body made, and looks at what still lives.
  private func stop() {
    for expectation in expectations { expectation.stop() }
    for input in inputs { input.log.close() }
    settle()
    kept = []
    readings = []
    for expectation in expectations { expectation.release() }
    settle()
    report(contentsOf: Trouble.afterTime(of: self, realSleeps: realSleeps))
  }

  private func settle() {
    if driver.isExhausted { driver.allow(10_000) }
    driver.drain()
    wakeDue()
  }

  private func compare() {
    issues += complaints.compactMap { $0() }
    for expectation in expectations {
      if let issue = expectation.compare(in: self) { issues.append(issue) }
    }
  }

  /// Unwinds what is left, so that no test leaves tasks behind for the next.
  private func cleanUp() {
    for expectation in expectations { expectation.stop() }
    kept = []
    readings = []
    driver.allow(10_000)
    for entry in timeline.close() {
      if case .sleeper(let continuation) = entry.wait {
        continuation.resume(throwing: CancellationError())
      }
      if case .realSleep(let action) = entry.wait { action.value() }
    }
    for case .cold(_, let abandon) in inputs.map(\.kind) { abandon() }
    driver.drain()
    inputs = []
    expectations = []
    complaints = []
    // What they held may have woken somebody when it went.
    driver.drain()
  }

  private func report(contentsOf troubles: [Trouble]) {
    for trouble in troubles { report(trouble.text, at: settings.place) }
  }
}

/// What the caller of `marbles` chose.
struct RunSettings {
  let frame: Duration
  /// Where time stops although something may still be waiting.
  let until: Duration?
  /// Where time stops because it never seems to come to rest.
  let limit: Duration
  let isolation: RunIsolation
  let place: Place

  var end: Duration { until ?? limit }
}

/// Where the body, the inputs and the expectations of a run are at home.
enum RunIsolation {
  case caller, mainActor

  func perform(_ action: OnDriver<() -> Void>) {
    switch self {
    case .caller: action.value()
    case .mainActor: Task { @MainActor in action.value() }
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
  case backwards(from: Duration)
  case pastTheEnd(Duration)
}

/// Where a failure is shown.
struct Place {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  var text: String {
    "\(fileID.description.split(separator: "/").last ?? "?"):\(line)"
  }
}

struct Issue {
  let text: String
  let place: Place
}

extension Issue {
  init(_ trouble: Trouble, at place: Place) {
    self.init(text: trouble.text, place: place)
  }
}
