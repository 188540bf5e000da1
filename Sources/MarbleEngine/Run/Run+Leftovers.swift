extension Run {
  /// The work and the objects that are still alive.
  ///
  /// Tasks are listed only if no other leftover explains them.
  func leftovers(includingTasks: Bool) -> [Leftover] {
    let known = timers + subscriptions + unfinishedExpectations
    guard known.isEmpty, includingTasks else { return known }
    return unfinishedTasks.map { .task($0) }
  }

  /// The tasks that have not ended; none where that is not observed, which the report says.
  var unfinishedTasks: [StartContext] {
    let tasks = driver.unfinishedTasks()
    let coverage = tasks.isEmpty ? nil : settings.coverage ?? .measured
    return coverage?.observes(.taskEnds) == false ? [] : tasks
  }

  private var timers: [Leftover] {
    timeline.scheduled.compactMap { entry in
      switch entry.action {
      case .sleeper, .realSleep, .scheduled(_, repeats: true): .timer(entry.event)
      // An action that is scheduled once cannot be cancelled.
      case .input, .cold, .scheduled(_, repeats: false): nil
      }
    }
  }

  private var subscriptions: [Leftover] {
    inputs.flatMap { input in
      input.log.openSubscriptions.map { .subscription(input: input.id, began: $0) }
    }
  }

  private var unfinishedExpectations: [Leftover] {
    expectations.filter { !$0.hasStopped }.map { .expectation($0.callSite) }
  }
}
