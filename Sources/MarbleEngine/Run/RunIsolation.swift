/// The isolation of the body, the inputs and the expectations of a run.
package enum RunIsolation: Sendable {
  case caller, mainActor

  func perform(_ action: DriverConfined<() -> Void>) {
    switch self {
    case .caller: action.value()
    case .mainActor: Task { @MainActor in action.value() }
    }
  }

  /// Runs an action after the running work has settled.
  package func enqueue(_ action: DriverConfined<() -> Void>) {
    switch self {
    case .caller: Task { action.value() }
    case .mainActor: perform(action)
    }
  }
}
