/// What becomes of the load of a row that has gone out of sight.
public enum KeyedDisappearPolicy: Sendable, Hashable {
  /// The row is not interested any more: the load goes on for others, or ends after the grace time.
  case cancel
  /// It goes on behind those of the rows in sight.
  case lowerPriority
  /// It goes on as before.
  case keep
}
