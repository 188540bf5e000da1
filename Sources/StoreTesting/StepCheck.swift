/// How much of what happens in a store its steps look at: everything, unless they are told otherwise (T8).
///
/// ```swift
/// let store = m.testStore(App.State(), checking: .asserted) { App() }
/// ```
public enum StepCheck: Hashable, Sendable {
  /// Every action, every change, every error, and that nothing is left at the end; this is the default.
  case exhaustive
  /// What a step writes: the actions that it names, and the parts of the state that its closure touches.
  case asserted
}
