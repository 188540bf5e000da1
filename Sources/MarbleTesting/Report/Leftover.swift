/// What still lives after everything that the test made was released.
enum Leftover {
  /// What is left, in words; tasks are named only when there is nothing else that they wait for.
  static func all(of run: Run, tasks isAskedForTasks: Bool) -> [String] {
    let known = sleepers(of: run) + subscriptions(of: run) + expectations(of: run)
    return known.isEmpty && isAskedForTasks ? tasks(of: run) : known
  }

  /// Tasks that wait for something that is none of the above: a continuation, a stream, an actor.
  private static func tasks(of run: Run) -> [String] {
    run.driver.livingTasks().map { "a task that has not ended, begun at \($0.text)" }
  }

  private static func sleepers(of run: Run) -> [String] {
    run.timeline.agenda.compactMap { entry in
      switch entry.wait {
      case .sleeper, .realSleep, .scheduled(_, repeats: true): entry.text
      // Nobody can cancel an action that is scheduled once.
      case .input, .cold, .scheduled(_, repeats: false): nil
      }
    }
  }

  private static func subscriptions(of run: Run) -> [String] {
    // Labels are read from the test's source, which takes longer than a run.
    guard !run.inputs.allSatisfy(\.log.living.isEmpty) else { return [] }
    return SourceLabel.inputs(of: run).flatMap { input, label in
      input.log.living.map { began in
        "a subscription to \(label) (\(input.place.text)), begun at \(began.elapsedText)"
      }
    }
  }

  private static func expectations(of run: Run) -> [String] {
    run.expectations.filter { !$0.hasStopped }.map { expectation in
      "the expectation at \(expectation.place.text): its sequence did not end when cancelled"
    }
  }
}
