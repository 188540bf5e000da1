/// The start of each running load that was observed at its start.
///
/// Ends are missed while nothing is observed, so starts from before such a gap are dropped.
struct LoadStarts {
  private var times: [UInt: Duration] = [:]
  private var gap: UInt = 0

  /// The number of loads that have started and not ended.
  var count: Int { times.count }

  /// Returns the start of the load of a change, and records starts and ends.
  ///
  /// - Parameters:
  ///   - change: The change, in the order of the decisions.
  ///   - now: The time of the change.
  ///   - gap: The number of times that the observation was interrupted.
  /// - Returns: The start of the load; `nil` if it was not observed.
  mutating func start(of change: ObservedChange, at now: Duration, gap: UInt) -> Duration? {
    if gap != self.gap { (times, self.gap) = ([:], gap) }
    guard let load = change.load else { return nil }
    if change.kind.isStart { times[load] = now }
    return change.kind.isEnd ? times.removeValue(forKey: load) : times[load]
  }
}
