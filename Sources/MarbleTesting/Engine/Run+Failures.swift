extension Run {
  /// The failures of the time that has run.
  var failuresInTime: [RunFailure] {
    if driver.isExhausted {
      let (start, last) = (timeline.origin, driver.monitor.current.activity)
      return driver.jobsRun >= Driver.maxJobsPerRun
        ? [.tooManyJobs(driver.jobsRun, start, last: last)]
        : [.neverSettles(limit: Driver.maxJobsPerInstant, start, last: last)]
    }
    guard settings.until == nil, timeline.next != nil, realSleeps.isEmpty else { return [] }
    return [.timeLimitReached(settings.limit, pending: timeline.scheduled.map(\.event))]
  }

  /// The failures that are known after everything that the test made was released.
  var failuresAfterTime: [RunFailure] {
    var failures = timeline.misuses.map { RunFailure.message($0) }
    if !realSleeps.isEmpty { failures.append(.realSleeps(realSleeps)) }
    if !driver.foreignWakes.isEmpty { failures.append(.foreignWakes(driver.foreignWakes)) }
    if driver.sharedActors > 0 { failures.append(.sharedActors(driver.sharedActors)) }
    let uses = timeline.offThreadUses
    if !uses.isEmpty { failures.append(.offThreadUses(uses)) }
    if !Hooks.areInPlace() { failures.append(.hookReplaced) }
    // An earlier failure can explain why a task still waits.
    let isSound = failures.isEmpty && issues.isEmpty && stepIssues.isEmpty
    let leftovers = leftovers(includingTasks: isSound)
    if realSleeps.isEmpty, !leftovers.isEmpty { failures.append(.leftovers(leftovers, record)) }
    return failures
  }

  /// The facts for a report.
  var record: RunRecord {
    RunRecord(
      frame: settings.frame,
      until: settings.until,
      limit: settings.end,
      now: timeline.now,
      hasRealSleeps: !realSleeps.isEmpty,
      inputs: inputs.map(\.record)
    )
  }
}
