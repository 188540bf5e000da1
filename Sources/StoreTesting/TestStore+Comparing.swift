import MarbleTesting

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
