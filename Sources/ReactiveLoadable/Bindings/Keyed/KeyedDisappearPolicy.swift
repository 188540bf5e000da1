/// The policy for the interest of a row or cell that is out of sight.
public enum KeyedDisappearPolicy: Sendable, Hashable {
  /// Cancels the interest.
  ///
  /// The load continues for other interests, or ends after the grace time.
  case cancel
  /// The load continues with low priority, after those of visible rows.
  case lowerPriority
  /// The load continues with its priority.
  case keep
}
