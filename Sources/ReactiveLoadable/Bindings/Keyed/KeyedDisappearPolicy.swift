/// The handling of the interest and the load of a row that is out of sight.
public enum KeyedDisappearPolicy: Sendable, Hashable {
  /// The row ends its interest.
  ///
  /// The load continues for other interests, or ends after the grace time.
  case cancel
  /// The load continues with low priority, after those of visible rows.
  case lowerPriority
  /// The load continues with its priority.
  case keep
}
