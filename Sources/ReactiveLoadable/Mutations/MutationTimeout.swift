/// How long a write may take, and the failure it ends with when it takes longer (contract M13).
///
/// ```swift
/// MutationPolicy(timeout: MutationTimeout(.seconds(10)))
/// ```
///
/// The time counts from the moment the work begins, with its retries, on the policy's clock; a write
/// that waits for its turn has all its time before it. What takes too long is told to have failed and
/// is cancelled; whether the server has done it nobody knows. The next write in order begins when
/// the work has really returned (M3).
public struct MutationTimeout: Sendable {
  /// How long a write may take with its retries; zero or more.
  public var limit: Duration
  /// What a write fails with that took too long.
  public var failure: any Error

  /// Creates a limit of time.
  ///
  /// - Parameters:
  ///   - limit: How long a write may take with its retries; less than zero counts as zero.
  ///   - failure: What it fails with, by default ``LoadTimedOut``, which a mutation of any errors wraps
  ///     in a ``LoadError``. A mutation with a failure type of its own needs one of that type, and says
  ///     so in a precondition when it is made.
  public init(_ limit: Duration, failure: any Error = LoadTimedOut()) {
    self.limit = max(limit, .zero)
    self.failure = failure
  }
}
