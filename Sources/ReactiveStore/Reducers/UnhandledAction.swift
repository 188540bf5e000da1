/// The error of an action that changed nothing, because no reducer received it.
///
/// The feature of the action was absent or not loaded, or the effect that sent it had ended.
public struct UnhandledAction: Error, Sendable {
  /// The action, as an action of the reducer's parent.
  public let action: any Sendable
}
