/// The priority of a load in a ``LoadQueue``.
///
/// A queue starts loads of higher priority first. A shared load has the highest priority of its
/// interests.
public enum LoadPriority: Int, Sendable, Hashable, Codable, CaseIterable {
  /// The lowest priority, for instance of a load without interests that will soon be cancelled.
  case veryLow
  /// The priority of a prefetch.
  case low
  /// The default priority of a loader.
  case normal
  /// The priority of visible content, for instance a row on the screen.
  case high
  /// The priority of content that the user has just requested.
  case veryHigh
}

extension LoadPriority: Comparable {
  /// Returns a Boolean value that indicates whether the first priority is lower than the second.
  public static func < (one: LoadPriority, another: LoadPriority) -> Bool {
    one.rawValue < another.rawValue
  }
}
