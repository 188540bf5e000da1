extension Run {
  /// The failures of the time that has run.
  var failuresInTime: [RunFailure] {
    if driver.isExhausted {
      let (start, last) = (timeline.origin, driver.monitor.current.activity)
      return driver.jobsRun >= Driver.maxJobsPerRun
        ? [.tooManyJobs(driver.jobsRun, start, last: last)]
        : [.neverSettles(limit: Driver.maxJobsPerInstant, start, last: last)]
    }
    guard settings.until == nil, timeline.next != nil, forbiddenSleeps.isEmpty else { return [] }
    return [.timeLimitReached(settings.limit, pending: timeline.scheduled.map(\.event))]
  }

  /// The failures that are known after everything that the test made was released.
  ///
  /// A limit interrupts a run, and its failure lists the timers. A difference can explain why a
  /// task still waits.
  func failuresAfterTime(isInterrupted: Bool, hasDifferences: Bool) -> [RunFailure] {
    var failures = timeline.misuses.map { RunFailure.misuse($0) }
    if !forbiddenSleeps.isEmpty { failures.append(.realSleeps(forbiddenSleeps)) }
    if driver.actors.shared > 0 { failures.append(.sharedActors(driver.actors.shared)) }
    if !Hooks.areInPlace() { failures.append(.hookReplaced) }
    var outside = outsideActivity
    let isSound =
      !isInterrupted && !hasDifferences && failures.isEmpty && issues.isEmpty && stepIssues.isEmpty
    // The timers of an interrupted run are known.
    let leftovers = leftovers(includingTasks: isSound || !outside.isEmpty)
      .filter { !isInterrupted || !$0.isTimer }
    guard outside.isEmpty else {
      outside.leftovers = leftovers
      return failures + [.outside(outside, record)]
    }
    if forbiddenSleeps.isEmpty, !leftovers.isEmpty {
      failures.append(.leftovers(leftovers, record))
    }
    return failures
  }

  /// Reports the failures of the run and the differences.
  ///
  /// A failure that can explain a difference contains it, so that each cause is reported once. A
  /// difference suggests its diagram only if the run was complete. The first difference names the
  /// tasks that still wait, because both can have one cause.
  func conclude(_ failures: [RunFailure], _ differences: [RunIssue]) {
    if failures.isEmpty, differences.isEmpty { return }
    let isSound = failures.isEmpty && issues.isEmpty && stepIssues.isEmpty
    let waiting = isSound ? unfinishedTasks : []
    // The run did not wait for work that it allowed.
    let isComplete = isSound && waiting.isEmpty && allowed.work.isEmpty
    var causes = failures.map { RunIssue($0, at: settings.callSite) }
    var unexplained: [RunIssue] = []
    for difference in isComplete ? differences : differences.map(\.withoutSuggestion) {
      if let cause = failures.firstIndex(where: { $0.explains(difference) }) {
        causes[cause].symptoms.append(difference)
      } else {
        unexplained.append(difference)
      }
    }
    if !unexplained.isEmpty { unexplained[0].unfinished = waiting }
    issues += causes + unexplained.groupedByInputMistake
  }

  private var outsideActivity: OutsideActivity {
    OutsideActivity(
      work: settings.allowance.contains(.outsideWork) ? [] : driver.outsideWork,
      wakes: driver.foreignWakes,
      uses: timeline.offThreadUses
    )
  }

  private var forbiddenSleeps: [RealSleep] {
    settings.allowance.contains(.taskSleep) ? [] : realSleeps
  }

  /// The activity outside virtual time that the run allowed, which a failure lists.
  package var allowed: (sleeps: [RealSleep], work: [OutsideWork]) {
    (
      settings.allowance.contains(.taskSleep) ? realSleeps : [],
      settings.allowance.contains(.outsideWork) ? driver.outsideWork : []
    )
  }

  package var record: RunRecord {
    RunRecord(
      frame: settings.frame,
      until: settings.until,
      limit: settings.end,
      now: timeline.now,
      inputs: inputs
    )
  }
}
