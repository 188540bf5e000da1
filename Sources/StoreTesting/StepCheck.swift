/// The part of a store's behavior that the steps of a test store check.
///
/// ```swift
/// let store = m.testStore(App.State(), checking: .partial) { App() }
/// ```
public enum StepCheck: Hashable, Sendable {
  /// Checks every action, every state change and every error, and that no work is left at the end.
  ///
  /// This is the default.
  case exhaustive
  /// Checks only the actions that steps name and the state that their closures change.
  ///
  /// See <doc:TestingAStoreStepByStep#T8-Partial-checks>.
  case partial
}
