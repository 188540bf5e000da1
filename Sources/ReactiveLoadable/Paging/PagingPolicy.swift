/// How a paged loader behaves, as a value.
public struct PagingPolicy: Sendable {
  /// What rows and `next()` do at an end that has failed (contract P3).
  public enum AfterFailure: Hashable, Sendable {
    /// They do nothing until `retry()`, so rows that scroll by do not load a failing page again.
    case waitForRetry
    /// They load the failed page again, at the earliest this time after the failure.
    ///
    /// The wait doubles with each failure in a row, up to a minute; a longer time counts as a minute. No
    /// load starts by itself when the wait is over: the next row that comes into view, or `next()`, starts
    /// it. `retry()` loads at once. With zero or less every row does.
    case retry(after: Duration)

    /// They load the failed page again after a second, then after two, four, and so on up to a minute.
    public static var retry: Self { .retry(after: .seconds(1)) }

    /// Whether it depends on the time.
    var isTimed: Bool {
      switch self {
      case .waitForRetry: false
      case .retry: true
      }
    }
  }

  /// What pages and first pages have in common with other loads: retries, limits of time, freshness.
  ///
  /// Retries and limits of time are for each page; `previous` is about lists of another key.
  public var load: LoadPolicy
  /// A visible row that is followed by fewer rows than this loads the next page.
  public var prefetchDistance: Int
  /// How many pages without new items are skipped in a row; one more fails the end (contract P6).
  public var emptyPageLimit: Int
  /// How many pages are kept; `nil` for all (contract P7).
  ///
  /// A page with nothing new is not counted. They should be more than what a view shows with the
  /// prefetch distance at both of its ends: in a window that is too small every row that comes into
  /// view asks for a page again.
  public var window: Int?
  /// How many lists of other keys are remembered.
  public var cachedLists: Int
  /// What rows and `next()` do at an end that has failed.
  public var afterFailure: AfterFailure

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - load: How each page is loaded, by default as a ``Loader`` does.
  ///   - prefetchDistance: A visible row that is followed by fewer rows than this loads the next page:
  ///     5; less than one counts as one, which is the last row.
  ///   - emptyPageLimit: How many pages without new items are skipped in a row: 3. With zero the first
  ///     one fails the end; less than zero counts as zero.
  ///   - window: How many pages are kept: all; less than two count as two.
  ///   - cachedLists: How many lists of other keys are remembered: 8; less than zero counts as zero.
  ///   - afterFailure: What rows and `next()` do at an end that has failed: nothing until `retry()`.
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

  /// Whether the machine needs the time.
  var isTimed: Bool { load.freshness.isTimed || afterFailure.isTimed }

  /// What of a policy the machine needs, within its bounds.
  struct Rules: Sendable, Equatable {
    let load: LoadPolicy.Rules
    let prefetchDistance: Int
    let emptyPageLimit: Int
    let window: Int?
    let cachedLists: Int
    let afterFailure: AfterFailure
  }

  var rules: Rules {
    Rules(
      load: load.rules,
      prefetchDistance: max(prefetchDistance, 1),
      emptyPageLimit: max(emptyPageLimit, 0),
      window: window.map { max($0, 2) },
      cachedLists: max(cachedLists, 0),
      afterFailure: afterFailure
    )
  }
}
