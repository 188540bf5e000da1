/// How long a loaded value is good enough for whoever needs it (contract L8).
///
/// `loadIfNeeded` loads nothing while the value is fresh. Once it is stale, the next one brings it up
/// to date by a refresh, which goes on showing it. `invalidate` makes it stale at once.
///
/// ```swift
/// LoadPolicy(freshness: .lasting(.seconds(300)))
/// ```
public enum Freshness: Hashable, Sendable {
  /// Until it is invalidated: once and only once.
  case forever
  /// For a time from the moment it was loaded or written; zero or less makes it stale at once.
  case lasting(Duration)
  /// Not at all: every need refreshes it, as for a screen that is to be right whenever it appears.
  case never

  /// When a value of now becomes stale; `nil` for never.
  @usableFromInline
  func end(from now: Duration) -> Duration? {
    switch self {
    case .forever: nil
    case .lasting(let time): now + max(time, .zero)
    case .never: .distantPast
    }
  }

  /// The same, but no longer than for a time.
  func atMost(_ time: Duration?) -> Freshness {
    time.map { orShorter(.lasting($0)) } ?? self
  }

  /// The shorter of two.
  func orShorter(_ other: Freshness) -> Freshness {
    switch (self, other) {
    case (.never, _), (_, .never): .never
    case (.forever, let freshness), (let freshness, .forever): freshness
    case (.lasting(let one), .lasting(let another)): .lasting(min(one, another))
    }
  }

  /// Whether anybody has to look at the clock.
  var isTimed: Bool {
    switch self {
    case .forever, .never: false
    case .lasting: true
    }
  }
}
