/// Work and objects that are still alive after the run released everything that the test made.
enum Leftover {
  /// Descriptions of all leftovers.
  ///
  /// Tasks are listed only if no other leftover explains them.
  static func all(of run: Run, tasks isAskedForTasks: Bool) -> [String] {
    let known = sleepers(of: run) + subscriptions(of: run) + expectations(of: run)
    return known.isEmpty && isAskedForTasks ? tasks(of: run) : known
  }

  /// Tasks that wait for something else: a continuation, a stream, an actor.
  private static func tasks(of run: Run) -> [String] {
    run.driver.livingTasks().map { "a task that has not ended, started at \($0.text)" }
  }

  private static func sleepers(of run: Run) -> [String] {
    run.timeline.agenda.compactMap { entry in
      switch entry.wait {
      case .sleeper, .realSleep, .scheduled(_, repeats: true): entry.text
      // An action that is scheduled once cannot be cancelled.
      case .input, .cold, .scheduled(_, repeats: false): nil
      }
    }
  }

  private static func subscriptions(of run: Run) -> [String] {
    // Labels are read from the test's source, which takes longer than a run.
    guard !run.inputs.allSatisfy(\.log.living.isEmpty) else { return [] }
    return SourceLabel.inputs(of: run).flatMap { input, label in
      input.log.living.map { began in
        "a subscription to \(label) (\(input.place.text)), started at \(began.elapsedText)"
      }
    }
  }

  private static func expectations(of run: Run) -> [String] {
    run.expectations.filter { !$0.hasStopped }.map { expectation in
      "the expectation at \(expectation.place.text): its sequence did not end when cancelled"
    }
  }
}
