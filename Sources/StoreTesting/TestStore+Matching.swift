import MarbleTesting

extension TestStore {
  /// Takes the expected element from the unchecked ones, and reports a mismatch.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - time: The expected time; `nil` for any time.
  ///   - callSite: The source location of the step.
  ///   - received: The unchecked elements.
  ///   - drop: Marks a number of elements as checked.
  ///   - mismatch: Describes the difference of a value; `nil` if it matches.
  /// - Returns: The element if its value matches, also at another time.
  func take<Element: ReceivedItem>(
    _ name: @escaping StepName,
    at time: Duration?,
    _ callSite: CallSite,
    _ received: [Element],
    _ drop: (Int) -> Void,
    _ mismatch: (Element.Value) -> String?
  ) -> Element? {
    matchingStep = name
    defer { matchingStep = nil }
    guard let index = index(in: received, mismatch) else {
      report(
        .nothingReceived(
          name(),
          Element.noun,
          received.map(\.text),
          pendingWork
        ),
        callSite
      )
      return nil
    }
    drop(index + 1)
    let first = received[index]
    if let difference = mismatch(first.value) {
      report(
        .differentReceived(name(), Element.noun, first.text, difference),
        callSite
      )
      return nil
    }
    if let time, time != first.time {
      report(.wrongTime(name(), time, first.time), callSite)
    }
    return first
  }

  /// The index of the element to check: the first, or with `.partial` the first that matches.
  private func index<Element: ReceivedItem>(
    in received: [Element],
    _ mismatch: (Element.Value) -> String?
  ) -> Int? {
    switch check {
    case .exhaustive: received.indices.first
    case .partial: received.firstIndex { mismatch($0.value) == nil }
    }
  }

  private var pendingWork: PendingWork {
    let timeline = marbles.timeline
    let running = recorder.running.map(\.text)
    return PendingWork(now: timeline.now, next: timeline.next, running: running)
  }
}
