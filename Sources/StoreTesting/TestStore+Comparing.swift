import CustomDump
import MarbleTesting

extension TestStore {
  /// Compares the state after an action with the state that the closure makes.
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

  /// The state that the closure is applied to.
  ///
  /// With `.partial` it is the actual state, which the closure must not change.
  private func base(of step: Recorder<State, Action>.Step) -> State {
    switch check {
    case .exhaustive: step.before
    case .partial: step.after
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

/// The difference line by line, or a note that both values print alike.
func difference<Value>(between expected: Value, and actual: Value) -> String {
  diff(expected, actual) ?? "  both print as: \(oneLine(actual))"
}
