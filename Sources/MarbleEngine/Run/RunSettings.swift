/// The arguments of `marbles`.
struct RunSettings {
  let frame: Duration
  /// The time at which the run ends even if work is still scheduled.
  let until: Duration?
  /// The time at which a run that does not settle fails.
  let limit: Duration
  /// The longest real time of one job or step; nil for no limit.
  let watchdog: Duration?
  /// The activity outside virtual time that the run allows.
  var allowance: MarbleAllowance = []
  let isolation: RunIsolation
  let callSite: CallSite
  /// The assumed coverage; nil for that of this system.
  var coverage: MarbleCoverage?

  var end: Duration { until ?? limit }

  /// The first mechanism that the run requires and a system does not cover.
  func missing(in coverage: MarbleCoverage) -> MarbleCoverage.Mechanism? {
    if let missing = isolation.needed.first(where: { !coverage.covers($0) }) { return missing }
    return allowance.contains(.taskSleep) && !coverage.covers(.sleep) ? .sleep : nil
  }
}
