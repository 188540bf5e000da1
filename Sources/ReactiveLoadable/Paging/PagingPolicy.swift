/// How a paged loader behaves, as a value.
public struct PagingPolicy: Sendable {
  /// What rows and `next()` do at an end that has failed (contract P3).
  public enum AfterFailure: Hashable, Sendable {
    /// Nothing, until a retry: a server in trouble is not asked by every row that scrolls by.
    case waitForRetry
    /// They ask again.
    case askAgain
  }

  /// What pages and first pages have in common with other loads: retries, limits of time, freshness.
  ///
  /// Retries and limits of time are for each page; `previous` is about lists of another key.
  public var load: LoadPolicy
  /// How many rows are to follow a visible one before it asks for more.
  public var prefetchDistance: Int
  /// How many pages in a row may bring nothing new.
  public var emptyPageLimit: Int
  /// How many pages are kept; `nil` for all (contract P7).
  ///
  /// A page with nothing new is not counted. They should be more than what a view shows with the
  /// prefetch distance at both of its ends: in a window that is too small every row that comes into
  /// view asks for a page again.
  public var window: Int?
  /// How many lists of other keys are remembered.
  public var recentLists: Int
  /// What rows and `next()` do at an end that has failed.
  public var afterFailure: AfterFailure

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - load: How each page is loaded, by default as a ``Loader`` does.
  ///   - prefetchDistance: How many rows are to follow a visible one before it asks for more: 5; less
  ///     than one counts as one, which is the last row.
  ///   - emptyPageLimit: How many pages in a row may bring nothing new: 3; less than one counts as one.
  ///   - window: How many pages are kept: all; less than two count as two.
  ///   - recentLists: How many lists of other keys are remembered: 8; less than zero counts as zero.
  ///   - afterFailure: What rows and `next()` do at an end that has failed: they wait for a retry.
  public init(
    load: LoadPolicy = LoadPolicy(),
    prefetchDistance: Int = 5,
    emptyPageLimit: Int = 3,
    window: Int? = nil,
    recentLists: Int = 8,
    afterFailure: AfterFailure = .waitForRetry
  ) {
    self.load = load
    self.prefetchDistance = prefetchDistance
    self.emptyPageLimit = emptyPageLimit
    self.window = window
    self.recentLists = recentLists
    self.afterFailure = afterFailure
  }

  /// What of a policy the machine needs, within its bounds.
  struct Rules: Sendable, Equatable {
    let load: LoadPolicy.Rules
    let prefetchDistance: Int
    let emptyPageLimit: Int
    let window: Int?
    let recentLists: Int
    let afterFailure: AfterFailure
  }

  var rules: Rules {
    Rules(
      load: load.rules,
      prefetchDistance: max(prefetchDistance, 1),
      emptyPageLimit: max(emptyPageLimit, 1),
      window: window.map { max($0, 2) },
      recentLists: max(recentLists, 0),
      afterFailure: afterFailure
    )
  }
}
