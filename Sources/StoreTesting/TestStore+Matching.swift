import MarbleTesting

/// The action or error that a step expects.
struct ReceiveExpectation<Value> {
  let name: StepName
  /// The noun of a failure message: action or error.
  let noun: String
  /// A description of the difference; `nil` if the value matches.
  let mismatch: (Value) -> String?

  init(
    _ name: @autoclosure @escaping () -> String,
    of noun: String,
    _ mismatch: @escaping (Value) -> String?
  ) {
    self.name = StepName(name())
    self.noun = noun
    self.mismatch = mismatch
  }
}

extension TestStore {
  /// Takes the expected element from the unchecked ones, and reports a mismatch.
  ///
  /// - Parameters:
  ///   - expectation: The expected value.
  ///   - time: The expected time; `nil` for any time.
  ///   - callSite: The source location of the step.
  ///   - received: The unchecked elements.
  ///   - drop: Marks a number of elements as checked.
  /// - Returns: The element if its value matches, also at another time.
  func take<Element: ReceivedItem>(
    _ expectation: ReceiveExpectation<Element.Value>,
    at time: Duration?,
    _ callSite: CallSite,
    _ received: [Element],
    _ drop: (Int) -> Void
  ) -> Element? {
    matchingStep = expectation.name
    defer { matchingStep = nil }
    guard let index = index(of: expectation, in: received) else {
      report(
        .nothingReceived(
          expectation.name.text,
          expectation.noun,
          received.map(\.text),
          pendingWork
        ),
        callSite
      )
      return nil
    }
    drop(index + 1)
    let first = received[index]
    if let mismatch = expectation.mismatch(first.value) {
      report(
        .differentReceived(expectation.name.text, expectation.noun, first.text, mismatch),
        callSite
      )
      return nil
    }
    if let time, time != first.time {
      report(.wrongTime(expectation.name.text, time, first.time), callSite)
    }
    return first
  }

  /// The index of the element to check: the first, or with `.partial` the first that matches.
  private func index<Element: ReceivedItem>(
    of expectation: ReceiveExpectation<Element.Value>,
    in received: [Element]
  ) -> Int? {
    switch check {
    case .exhaustive: received.indices.first
    case .partial: received.firstIndex { expectation.mismatch($0.value) == nil }
    }
  }

  private var pendingWork: PendingWork {
    let timeline = marbles.timeline
    let running = recorder.running.map(\.text)
    return PendingWork(now: timeline.now, next: timeline.next, running: running)
  }
}
