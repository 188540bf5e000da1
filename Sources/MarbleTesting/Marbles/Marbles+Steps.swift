import MarbleReport

/// The interface for a library with its own steps, such as a test store.
extension Marbles {
  package var timeline: RunTimeline { run.timeline }

  /// Returns true if the body may run a step now; reports one at another time or on another thread.
  ///
  /// It also returns false if the set-up is invalid and time does not run.
  package func mayStep(_ what: @autoclosure () -> String, at callSite: CallSite) -> Bool {
    guard timeline.isHere || timeline.isOver else {
      timeline.noteUse(of: what())
      return false
    }
    switch run.phase {
    case .setUp, .paused: return run.issues.isEmpty
    case .running: run.report(.whileTimeRuns(what()), at: callSite)
    case .over: run.report(.afterTheRun(what()), at: callSite)
    }
    return false
  }

  /// Runs all work that is due at the current time until it settles.
  package func rest(at callSite: CallSite) { run.advance(to: timeline.now, at: callSite) }

  /// Fails the run with the failure of a step in the body; time continues.
  package func note(_ text: String, at callSite: CallSite) { run.note(text, at: callSite) }

  /// Fails the run with the result of a check at its end, until which the check is retained.
  package func checkAtEnd(at callSite: CallSite, _ find: @escaping () -> String?) {
    run.isChecked = true
    run.finalChecks.append { find().map { RunIssue(.message($0), at: callSite) } }
  }
}
