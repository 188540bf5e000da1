import CustomDump
import MarbleTesting

extension TestStore {
  /// Compares the state that an action has left with the one that a closure says.
  func compare(
    _ step: Recorder<State, Action>.Step,
    _ name: StepName,
    _ change: ((inout State) throws -> Void)?,
    _ place: Place
  ) {
    do {
      var expected = base(of: step)
      try change?(&expected)
      judge(step, name, expected, isWritten: change != nil, place)
    } catch {
      report(.closureThrew(name.text, oneLine(error)), place)
    }
  }

  /// What the closure is applied to: where only what it touches counts, that is what really came (T8).
  private func base(of step: Recorder<State, Action>.Step) -> State {
    switch check {
    case .exhaustive: step.before
    case .asserted: step.after
    }
  }

  private func judge(
    _ step: Recorder<State, Action>.Step,
    _ name: StepName,
    _ expected: State,
    isWritten: Bool,
    _ place: Place
  ) {
    let at = step.time
    if expected != step.after {
      let difference = difference(between: expected, and: step.after)
      report(.otherState(name.text, at, difference, isWritten: isWritten), place)
    } else if check == .exhaustive, isWritten, step.before == step.after {
      report(.nothingChanged(name.text, at), place)
    }
  }
}

/// What differs, line by line; or that nothing of it can be seen.
func difference<Value>(between expected: Value, and actual: Value) -> String {
  diff(expected, actual) ?? "  both look like this: \(oneLine(actual))"
}
