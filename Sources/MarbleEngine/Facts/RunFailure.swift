/// Failures of a run, as data; the report makes their texts.
package enum RunFailure {
  /// The text of a failed expectation or of an invalid diagram.
  case message(String)
  /// The text of a wrong use of an input.
  case misuse(String)
  /// The text of a failed expectation, and the diagram that it suggests.
  case difference(String, suggestion: String?)
  case neverSettles(limit: Int, StartContext, last: Activity)
  case tooManyJobs(Int, StartContext, last: Activity)
  /// A job that has been running for a length of real time.
  case hangs(Activity, at: Duration, for: Duration)
  case timeLimitReached(Duration, pending: [ScheduledEvent])
  case outside(OutsideActivity, RunRecord)
  case sharedActors(Int)
  case realSleeps([RealSleep])
  case hookReplaced
  case notCovered(MarbleCoverage.Mechanism)
  case onAnActor
  case nested
  case nothingExpected
  case leftovers([Leftover], RunRecord)
  case tooManySubscriptions([Duration], most: Int, String)
  /// Requests without a diagram, the label of the input, and a likely cause.
  case unknownRequests([String], String?, String?)
  case invalidAdvance(InvalidAdvance, Duration)
  case stepOutOfTime(Duration, until: Duration?)
  /// A replayed decision that the run does not have, and the number of its decisions.
  case orderMismatch(turn: Int, pick: Int, turns: Int)
}

/// A reason why time cannot be advanced.
package enum InvalidAdvance {
  case whileTimeRuns
  case afterTheRun
  case backwards(from: Duration)
  case pastTheEnd(Duration)
}

/// Work or an object that is still alive after the run released everything that the test made.
package enum Leftover {
  /// A task that waits for something else: a continuation, a stream, an actor.
  case task(StartContext)
  case timer(ScheduledEvent)
  case subscription(input: InputRecord.ID, began: Duration)
  /// The expectation of a sequence that did not end when cancelled.
  case expectation(CallSite)

  var isTimer: Bool {
    if case .timer = self { true } else { false }
  }
}
