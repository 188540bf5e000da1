/// What a library needs that brings steps of its own, such as a test store.
extension Marbles {
  package var timeline: Timeline { run.timeline }

  /// Whether the body may do a step now; names what does it at another time or place.
  ///
  /// - Parameters:
  ///   - what: The step, as it is called; asked for only to name it.
  ///   - place: Where that is.
  /// - Returns: Whether to do it; also false when the set-up is not sound, so that time does not run.
  package func mayStep(_ what: @autoclosure () -> String, at place: Place) -> Bool {
    guard timeline.isHere || timeline.isOver else {
      timeline.noteUse(of: what())
      return false
    }
    switch run.phase {
    case .setUp, .paused: return run.issues.isEmpty
    case .running:
      run.report(text(of: what(), called: "while time runs", .whileTimeRuns), at: place)
    case .over:
      run.report(text(of: what(), called: "when the run was over", .afterTheRun), at: place)
    }
    return false
  }

  /// Lets everything come to rest that is due at this moment.
  package func rest(at place: Place) { run.advance(to: timeline.now, at: place) }

  /// Fails the run by what a step of the body has found; time goes on.
  package func note(_ text: String, at place: Place) { run.note(text, at: place) }

  /// Fails the run by what is found when its time is over; what `find` holds lives until then.
  package func complain(at place: Place, _ find: @escaping () -> String?) {
    run.isChecked = true
    run.complaints.append { find().map { Issue(text: $0, place: place) } }
  }

  private func text(of what: String, called when: String, _ misstep: Misstep) -> String {
    let trouble = Trouble.misstep(misstep, .zero)
    return ["\(what) was called \(when).", trouble.meaning, trouble.remedy]
      .joined(separator: "\n\n")
  }
}
