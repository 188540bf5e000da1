/// An action that came to a feature which is not there, or not loaded, or from an effect that had ended;
/// nothing was done.
public struct UnhandledAction: Error, Sendable {
  /// The action, as its reducer's parent knows it.
  public let action: any Sendable

  init(_ action: any Sendable) { self.action = action }
}
