import MarbleReport

/// Performs the runs of one call of `marbles` and reports the first failure.
struct Runner {
  private let settings: RunSettings
  private let plan: RunPlan

  init(_ settings: RunSettings, _ plan: RunPlan) {
    self.settings = settings
    self.plan = plan
  }

  func run<Failure: Error>(_ body: (Marbles) throws(Failure) -> Void) throws(Failure) {
    try result { marbles in
      Result { () throws(Failure) in try body(marbles) }
    }.get()
  }

  func result<Failure: Error>(
    _ body: (Marbles) -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    if let mistake = settings.mistake ?? plan.mistake {
      RunIssue(.message(mistake), at: settings.callSite).deliver()
      return .success(())
    }
    var warnings: [RunIssue] = []
    for number in 1...plan.runs {
      let order = plan.order(of: number)
      let outcome = perform(order, body)
      if number == 1 { warnings = outcome.warnings }
      guard outcome.hasFailed else { continue }
      if plan.isExploring, let order {
        let (smallest, note) = smallest(of: outcome, order, number, body)
        smallest.deliver(smallest.issues(at: settings.callSite), note)
        return smallest.result
      }
      let note = order.map { "In the order of marbles(replaying: \($0))." }
      outcome.deliver(outcome.issues, note)
      return outcome.result
    }
    // A failing run has them as a hint.
    for warning in warnings { warning.deliverWarning() }
    return .success(())
  }

  private func perform<Failure: Error>(
    _ order: MarbleOrder?,
    _ body: (Marbles) -> Result<Void, Failure>
  ) -> RunResult<Failure> {
    if let failure = RunFailure.preventing(settings, { _ = MarbleCoverage.printedWarning }) {
      return RunResult(
        result: .success(()),
        issues: [RunIssue(failure, at: settings.callSite)]
      )
    }
    ClockWait.observe()
    let run = Run(settings, SchedulingStrategy(order)) { issue, hangs in
      if hangs { issue.deliverHang() } else { issue.deliver() }
    }
    let marbles = Marbles(run)
    var result = Result<Void, Failure>.success(())
    run.perform {
      result = body(marbles)
      return if case .success = result { true } else { false }
    }
    var outcome = RunResult(
      result: result,
      issues: run.issues,
      unused: marbles.unusedEntries,
      strategy: run.strategy,
      allowed: run.allowed
    )
    if !plan.isExploring, !outcome.hasFailed, let mismatch = outcome.strategy.mismatch {
      let (turn, pick) = (mismatch.change.turn, mismatch.change.pick)
      let failure = RunFailure.orderMismatch(turn: turn, pick: pick, turns: mismatch.turns)
      outcome.issues.append(RunIssue(failure, at: settings.callSite))
    }
    return outcome
  }
}

extension Runner {
  /// Searches for fewer changes of order that still fail.
  ///
  /// Returns their outcome, and a note about the replay.
  private func smallest<Failure: Error>(
    of outcome: RunResult<Failure>,
    _ order: MarbleOrder,
    _ number: Int,
    _ body: (Marbles) -> Result<Void, Failure>
  ) -> (outcome: RunResult<Failure>, note: String) {
    let chance = "Some state outlives a run, or the test is not deterministic."
    let found = "Found in run \(number) of \(plan.runs), which is marbles(replaying: \(order))."
    let all = outcome.strategy.changes
    var smallest = perform(MarbleOrder(kind: .changes(all)), body)
    guard smallest.hasFailed else {
      return (outcome, "\(found) It did not fail again in that order. \(chance)")
    }
    let few = all.smallest { fewer in
      let trial = perform(MarbleOrder(kind: .changes(fewer)), body)
      if trial.hasFailed { smallest = trial }
      return trial.hasFailed
    }
    guard !few.isEmpty else {
      let note = "It now also fails in the order of arrival, which passed in run 1."
      return (smallest, "\(found) \(note) \(chance)")
    }
    let changeCount = all.count == 1 ? "1 change" : "\(all.count) changes"
    let note = """
      Of its \(changeCount) of order, \(few.count) \(few.count == 1 ? "is" : "are") enough: replay them \
      with marbles(replaying: \(MarbleOrder(kind: .changes(few)))).
      """
    return (smallest, "\(found) \(note)")
  }
}

private struct RunResult<Failure: Error> {
  let result: Result<Void, Failure>
  var issues: [RunIssue]
  var unused: [UnusedEntries] = []
  var strategy = SchedulingStrategy()
  var allowed: (sleeps: [RealSleep], work: [OutsideWork]) = ([], [])

  var hasFailed: Bool {
    if case .failure = result { return true }
    return !issues.isEmpty
  }

  /// The unused entries of tables that are written in their calls.
  var warnings: [RunIssue] { unused.compactMap(\.warning) }

  /// Reports the issues, the first one with the unused entries as a hint.
  func deliver(_ issues: [RunIssue], _ note: String?) {
    let hints = warnings.map { "\($0.callSite.text)  \($0.failure.text)" }
    for (index, issue) in issues.enumerated() {
      issue.deliver(
        notes: (index == 0 ? hints : []) + [note, allowanceNote(allowed.sleeps, allowed.work)]
      )
    }
  }

  /// The issues, including an error of the body, which would otherwise hide the order of the run.
  func issues(at callSite: CallSite) -> [RunIssue] {
    guard case .failure(let error) = result else { return issues }
    return issues + [RunIssue(.message("The body threw \(oneLine(error))."), at: callSite)]
  }
}
