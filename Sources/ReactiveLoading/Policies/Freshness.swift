import ReactiveRelays

/// The time for which a loaded value is fresh.
///
/// `loadIfNeeded` loads nothing while the value is fresh. Once the value is stale, the next
/// `loadIfNeeded` refreshes it; the stale value stays visible until then. `invalidate` marks a
/// value as stale immediately. See <doc:KeepingValuesFresh#L8-Freshness>.
///
/// ```swift
/// LoadPolicy(freshness: .lasting(.seconds(300)))
/// ```
public enum Freshness: Hashable, Sendable {
  /// Fresh until it is invalidated: it is loaded only once.
  case forever
  /// Fresh for a duration after it was loaded or set; with zero or less it is stale immediately.
  case lasting(Duration)
  /// Never fresh: every `loadIfNeeded` refreshes, so a screen is current whenever it appears.
  case never

  /// Returns the time at which a value loaded now becomes stale; `nil` for never.
  package func end(from now: Duration) -> Duration? {
    switch self {
    case .forever: nil
    case .lasting(let time): now + max(time, .zero)
    case .never: .distantPast
    }
  }

  /// Returns the time at which a value of an age becomes stale.
  ///
  /// It is the distant past for a value from the future, and without a duration: only the process
  /// that has loaded a value knows that it is fresh forever.
  package func end(from now: Duration, age: Duration) -> Duration {
    guard case .lasting(let time) = self, age >= .zero else { return .distantPast }
    return now - age + max(time, .zero)
  }

  /// Returns this freshness, limited to a duration.
  package func atMost(_ time: Duration?) -> Freshness {
    time.map { orShorter(.lasting($0)) } ?? self
  }

  /// Returns the shorter of two freshness values.
  package func orShorter(_ other: Freshness) -> Freshness {
    switch (self, other) {
    case (.never, _), (_, .never): .never
    case (.forever, let freshness), (let freshness, .forever): freshness
    case (.lasting(let one), .lasting(let another)): .lasting(min(one, another))
    }
  }

  /// True if the freshness depends on a clock.
  package var isTimed: Bool {
    switch self {
    case .forever, .never: false
    case .lasting: true
    }
  }

  /// The freshness in words; `nil` for the default.
  var inWords: String? {
    switch self {
    case .forever: nil
    case .lasting(let time): "fresh for \(time.inWords)"
    case .never: "never fresh"
    }
  }
}

extension Duration {
  /// Earlier than every time of a clock, even after the clock was set back.
  package static let distantPast = Duration.seconds(Int64.min)

  /// Later than every time of a clock.
  package static let distantFuture = Duration.seconds(Int64.max)
}
