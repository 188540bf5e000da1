/// The arguments of `marbles`.
package struct RunSettings {
  package let frame: Duration
  /// The time at which the run ends even if work is still scheduled.
  package let until: Duration?
  /// The time at which a run that does not settle fails.
  package let limit: Duration
  /// The longest real time of one job or step; nil for no limit.
  package let watchdog: Duration?
  package let allowance: MarbleAllowance
  package let isolation: RunIsolation
  package let callSite: CallSite
  /// The assumed coverage; nil for that of this system.
  package var coverage: MarbleCoverage?

  package init(
    frame: Duration,
    until: Duration?,
    limit: Duration,
    watchdog: Duration?,
    allowance: MarbleAllowance = [],
    isolation: RunIsolation,
    callSite: CallSite
  ) {
    self.frame = frame
    self.until = until
    self.limit = limit
    self.watchdog = watchdog
    self.allowance = allowance
    self.isolation = isolation
    self.callSite = callSite
  }

  package var end: Duration { until ?? limit }

  /// The first mechanism that the run requires and a system does not cover.
  func missing(in coverage: MarbleCoverage) -> MarbleCoverage.Mechanism? {
    let needed: [MarbleCoverage.Mechanism] =
      [.task, .detachedTask, .actor] + (isolation == .mainActor ? [.mainActor] : [])
      + (allowance.contains(.taskSleep) ? [.sleep] : [])
    return needed.first { !coverage.covers($0) }
  }
}
