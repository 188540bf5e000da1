public import ReactiveLoading
import ReactiveRelays

/// The configuration of a ``PagedLoader``: prefetching, retries, windows and cached lists.
public struct PagingPolicy: Sendable {
  /// The effect of visible rows and `next()` at an end that has failed.
  ///
  /// See <doc:PagingContract#P3-Failed-pages>.
  public enum AfterFailure: Hashable, Sendable {
    /// No effect until `retry()`, so rows that scroll by do not load a failing page again.
    case waitForRetry
    /// A new load of the failed page, at the earliest this time after the failure.
    ///
    /// The wait doubles with each failure in a row, up to a minute. A longer time counts as a
    /// minute. No load starts automatically after the wait: the next row that becomes visible, or
    /// `next()`, starts it. `retry()` loads immediately. With zero or less every visible row loads
    /// the page again.
    case retry(after: Duration)

    /// A new load of the failed page after one second, then two, four and so on, up to a minute.
    public static var retry: Self { .retry(after: .seconds(1)) }
  }

  /// The policy of each load: retries, timeouts, freshness and more.
  ///
  /// Retries and timeouts apply to each page. ``LoadPolicy/previous`` applies to the list of
  /// another key.
  public var load: LoadPolicy
  /// The prefetch distance in rows: a visible row with fewer rows after it loads the next page.
  ///
  /// It is 5 by default. Less than 1 counts as 1: only the last row loads the next page.
  public var prefetchDistance: Int
  /// The largest number of pages in a row without new items, 3 by default; one more fails the end.
  ///
  /// Less than 0 counts as 0: the first such page fails the end. See
  /// <doc:PagingContract#P6-Malformed-pages>.
  public var emptyPageLimit: Int
  /// The largest number of pages in memory; `nil`, the default, for all pages.
  ///
  /// Less than 2 counts as 2. A page without new items does not count. The window should hold more
  /// rows than a screen and twice the prefetch distance. In a smaller window, every row that
  /// becomes visible loads a page again. See <doc:PagingContract#P7-Prepending-windows-and-edits>.
  public var window: Int?
  /// The largest number of cached lists of other keys, 8 by default; less than 0 counts as 0.
  public var cachedLists: Int
  /// The effect of visible rows and `next()` at an end that has failed; by default none.
  public var afterFailure: AfterFailure

  /// Creates a policy; each parameter sets the property of its name.
  public init(
    load: LoadPolicy = LoadPolicy(),
    prefetchDistance: Int = 5,
    emptyPageLimit: Int = 3,
    window: Int? = nil,
    cachedLists: Int = 8,
    afterFailure: AfterFailure = .waitForRetry
  ) {
    self.load = load
    self.prefetchDistance = prefetchDistance
    self.emptyPageLimit = emptyPageLimit
    self.window = window
    self.cachedLists = cachedLists
    self.afterFailure = afterFailure
  }

  /// True if the state machine needs the time.
  var isTimed: Bool { load.freshness.isTimed || afterFailure != .waitForRetry }

  /// The part of a policy that the state machine uses, with each value within its bounds.
  struct Resolved: Sendable, Equatable {
    let load: LoadPolicy.Resolved
    let prefetchDistance: Int
    let emptyPageLimit: Int
    let window: Int?
    let cachedLists: Int
    let afterFailure: AfterFailure
    /// The number of pages of each list that are saved; zero without records.
    // NB: As small as this, it fits into the padding.
    var savedPages: UInt16 = 0
  }

  var resolved: Resolved {
    Resolved(
      load: load.resolved,
      prefetchDistance: max(prefetchDistance, 1),
      emptyPageLimit: max(emptyPageLimit, 0),
      window: window.map { max($0, 2) },
      cachedLists: max(cachedLists, 0),
      afterFailure: afterFailure
    )
  }
}

extension PagingPolicy: CustomStringConvertible {
  /// The name and the settings that differ from the defaults, in a line of at most 300 characters.
  ///
  /// For instance `PagingPolicy podcasts: window of 4 pages`, or `PagingPolicy: defaults`.
  public var description: String {
    ObjectText("PagingPolicy", name: load.name, settings: resolved.words(load)).description
  }
}

extension PagingPolicy.Resolved {
  /// The settings that differ from the defaults, after those of the policy of loads.
  func words(_ load: LoadPolicy) -> [String?] {
    let standard = PagingPolicy().resolved
    return [
      load.settingsInWords,
      prefetchDistance == standard.prefetchDistance ? nil : "prefetch distance \(prefetchDistance)",
      emptyPageLimit == standard.emptyPageLimit ? nil : "at most \(emptyPageLimit) empty pages",
      window.map { "window of \($0) pages" },
      cachedLists == standard.cachedLists ? nil : "\(cachedLists) cached lists",
      afterFailure == .waitForRetry ? nil : "after failure \(afterFailure)",
    ]
  }
}
