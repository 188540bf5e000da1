extension ScheduledEvent {
  package var text: String {
    "\(kind.text), waiting until \(time.elapsedText) since \(start.text)"
  }
}

extension ScheduledEvent.Kind {
  package var text: String {
    switch self {
    case .sleeper: "a sleeper on m.clock"
    case .realSleep: "a Task.sleep"
    case .action: "an action on m.scheduler"
    case .input: "an input"
    case .coldInput: "a cold input"
    }
  }
}

extension StartContext {
  /// The time and the cause: `20ms, caused by SearchTests.swift:31`.
  package var text: String { "\(time.elapsedText), caused by \(causeText)" }

  var causeText: String { cause?.text ?? "the body" }
}

extension [StartContext] {
  /// The tasks with these starts, in a line below a difference; nil without tasks.
  var waitingText: String? {
    guard let first else { return nil }
    let tasks = count == 1 ? "1 task has not ended:" : "\(count) tasks have not ended: the first"
    return " \(tasks) started at \(first.text)."
  }
}

extension Activity {
  package var text: String {
    switch self {
    case .body: "the body"
    case .task(let start?): "a task, started at \(start.text)"
    case .task(nil): "a child task, or a task that started outside the run"
    case .actor: "an actor"
    case .event(let kind, let start): "\(kind.text), scheduled at \(start.text)"
    case .reading: "an expression of `m.expect(reading:)`"
    case .end: "the end of the run, which compares and releases everything that the test made"
    }
  }
}

extension [Leftover] {
  /// Descriptions, with the inputs as the test names them.
  package func texts(_ record: RunRecord) -> [String] {
    let inputs = SourceLabel.inputs(of: record)
    return map { leftover in
      switch leftover {
      case .task(let start): "a task that has not ended, started at \(start.text)"
      case .timer(let event): event.text
      case .subscription(let id, let began):
        inputs.first { $0.input.id == id }.map { input, label in
          "a subscription to \(label) (\(input.callSite.text)), started at \(began.elapsedText)"
        } ?? "a subscription, started at \(began.elapsedText)"
      case .expectation(let callSite):
        "the expectation at \(callSite.text): its sequence did not end when cancelled"
      }
    }
  }
}
