import ReactiveRelays

/// The timeout of a write, and the error that the write fails with.
///
/// ```swift
/// MutationPolicy(timeout: MutationTimeout(.seconds(10)))
/// ```
///
/// The time counts on the policy's clock, from the start of the work, and includes its retries but
/// not the time in the queue. A write that times out fails and its work is cancelled; the server
/// may or may not have performed it. The next write in order starts when the work has returned. See
/// <doc:WritingWithMutations#M13-Timeouts>.
public struct MutationTimeout: Sendable {
  /// The longest time for a write with its retries; zero or more.
  public var limit: Duration
  /// The error of a write that timed out.
  public var failure: any Error

  /// Creates a timeout.
  ///
  /// - Parameters:
  ///   - limit: The longest time for a write with its retries; less than zero counts as zero.
  ///   - failure: The error of a write that timed out, by default ``LoadTimeoutError``, which a
  ///     mutation with untyped errors wraps in a ``LoadError``. A mutation with another failure
  ///     type needs an error of that type; a precondition checks this when the mutation is created.
  ///     For work that cannot throw, an issue is reported, and its writes have no timeout.
  public init(_ limit: Duration, failure: any Error = LoadTimeoutError()) {
    self.limit = max(limit, .zero)
    self.failure = failure
  }
}

extension MutationTimeout: CustomStringConvertible {
  /// The timeout on one line, as in `MutationTimeout: 10 s`.
  ///
  /// It contains a failure of another type than ``LoadTimeoutError``.
  public var description: String {
    ObjectText("MutationTimeout", state: "\(limit.inWords)\(failure.timeoutInWords)").description
  }
}
