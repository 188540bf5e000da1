/// How urgent a load is to whoever wants it.
///
/// A ``LoadQueue`` serves the more urgent ones first. The priority of a load that is shared is that of
/// the most eager of those who want it.
public enum LoadPriority: Int, Sendable, Hashable, Codable, CaseIterable {
  /// After everything else: for what nobody waits for, such as a load that is about to be given up.
  case veryLow
  /// For what may be needed soon: a prefetch.
  case low
  /// For what is needed.
  case normal
  /// For what is on the screen.
  case high
  /// For what the user has just asked for and waits for.
  case veryHigh
}

extension LoadPriority: Comparable {
  /// Whether one is less urgent than another.
  public static func < (one: LoadPriority, another: LoadPriority) -> Bool {
    one.rawValue < another.rawValue
  }
}
