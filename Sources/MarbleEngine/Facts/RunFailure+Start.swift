extension RunFailure {
  /// True if the failure can explain a difference.
  ///
  /// The first deviation of the difference is not before the start of the failure. A difference
  /// without a time can have any cause.
  func explains(_ difference: RunIssue) -> Bool {
    guard let start else { return false }
    return difference.deviation.map { $0 >= start } ?? true
  }

  /// The time from which the failure can change the recordings; nil if it cannot.
  private var start: Duration? {
    switch self {
    case .outside(let activity, _): activity.start
    case .neverSettles(_, let start, _): start.time
    case .timeLimitReached(let limit, let pending): pending.map(\.start.time).min() ?? limit
    // A run with too many jobs drops the events after them.
    case .tooManyJobs(_, let start, _): start.time
    case .misuse, .sharedActors, .hookReplaced: .zero
    case .message, .difference, .hangs, .realSleeps, .notCovered, .onAnActor, .nested,
      .nothingExpected, .leftovers, .tooManySubscriptions, .unknownRequests, .invalidAdvance,
      .stepOutOfTime, .orderMismatch:
      nil
    }
  }
}

extension OutsideActivity {
  /// The earliest time at which the activity can have changed a recording.
  ///
  /// Unobserved work may have started at any time, but not before the task that waits for it.
  fileprivate var start: Duration {
    let observed = work.map(\.start.time) + wakes.map(\.time) + uses.map(\.time)
    let unobserved = wakes.map { $0.start?.time ?? .zero } + uses.map { _ in .zero }
    return (work.isEmpty ? unobserved : observed).min() ?? .zero
  }
}
