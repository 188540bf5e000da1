import MarbleTesting

extension TestStore {
  /// Takes the expected element from a list of unchecked ones, and reports a mismatch, which the
  /// closure describes.
  ///
  /// Returns the element if its value matches, also at another time. Without a time, any is right.
  func take<Element: ReceivedItem>(
    _ name: @escaping StepName,
    at time: Duration?,
    _ callSite: CallSite,
    from list: WritableKeyPath<Recorder<State, Action>.Recording, [Element]>,
    _ mismatch: (Element.Value) -> String?
  ) -> Element? {
    matchingStep = name
    defer { matchingStep = nil }
    let received = recorder[list]
    guard let index = index(in: received, mismatch) else {
      let texts = received.map(\.text)
      report(.nothingReceived(name(), Element.noun, texts, pendingWork), callSite)
      return nil
    }
    recorder.drop(index + 1, of: list)
    let first = received[index]
    if let difference = mismatch(first.value) {
      report(.differentReceived(name(), Element.noun, first.text, difference), callSite)
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

extension TestStore {
  /// Compares the state after an action with the state that the closure makes.
  func compare(
    _ step: Recorder<State, Action>.Step,
    _ name: StepName,
    _ change: ((inout State) throws -> Void)?,
    _ callSite: CallSite
  ) {
    do {
      var expected = base(of: step)
      try change?(&expected)
      compareStates(step, name, expected, isWritten: change != nil, callSite)
    } catch {
      report(.closureThrew(name(), oneLine(error)), callSite)
    }
  }

  /// The state that the closure is applied to.
  ///
  /// With `.partial` it is the actual state, which the closure must not change.
  private func base(of step: Recorder<State, Action>.Step) -> State {
    switch check {
    case .exhaustive: step.before
    case .partial: step.after
    }
  }

  private func compareStates(
    _ step: Recorder<State, Action>.Step,
    _ name: StepName,
    _ expected: State,
    isWritten: Bool,
    _ callSite: CallSite
  ) {
    let at = step.time
    if expected != step.after {
      let difference = difference(between: expected, and: step.after)
      report(.stateDiffers(name(), at, difference, isWritten: isWritten), callSite)
    } else if check == .exhaustive, isWritten, step.before == step.after {
      report(.stateUnchanged(name(), at), callSite)
    }
  }
}
