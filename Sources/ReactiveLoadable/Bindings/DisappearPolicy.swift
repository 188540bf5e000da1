/// The policy for a load in flight when the last view that shows its loader disappears.
public enum DisappearPolicy: Sendable, Hashable {
  /// The load continues, and its value is available when the screen appears again.
  case continueLoading
  /// The load is cancelled and the state returns to the last settled one.
  ///
  /// The next `appear` loads again if needed.
  case cancelLoad
}
