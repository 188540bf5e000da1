/// The isolation of the body, the inputs and the expectations of a run.
enum RunIsolation: Sendable {
  case caller, mainActor

  /// The mechanisms that such a run requires.
  var needed: [MarbleCoverage.Mechanism] {
    switch self {
    case .caller: [.task, .detachedTask, .actor]
    case .mainActor: [.task, .detachedTask, .actor, .mainActor]
    }
  }

  func perform(_ action: DriverConfined<() -> Void>) {
    switch self {
    case .caller: action.value()
    case .mainActor: Task { @MainActor in action.value() }
    }
  }

  /// Runs an action after the running work has settled.
  func enqueue(_ action: DriverConfined<() -> Void>) {
    switch self {
    case .caller: Task { action.value() }
    case .mainActor: perform(action)
    }
  }

  /// Runs the body as a job of the main actor.
  func wait<Failure: Error>(
    for marbles: Marbles,
    _ body: DriverConfined<@MainActor (Marbles) throws(Failure) -> Void>
  ) -> Result<Void, Failure> {
    let result = Lock<Result<Void, Failure>?>(nil)
    let driver = marbles.run.driver
    let marbles = DriverConfined(marbles)
    Task { @MainActor in
      marbles.value.run.driver.monitor.begin(.body)
      let outcome = Result { () throws(Failure) in try body.value(marbles.value) }
      marbles.value.run.endSetUp()
      result.withLock { $0 = outcome }
    }
    driver.drain()
    return result.take() ?? .success(())
  }
}
