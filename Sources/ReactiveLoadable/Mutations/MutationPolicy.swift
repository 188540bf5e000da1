/// How a mutation behaves, as a value.
public struct MutationPolicy: Sendable {
  /// What becomes of the writes that wait and run when their ``Mutation`` is dropped (contract M10).
  public enum WhenDropped: Hashable, Sendable {
    /// They go on to their end, so that leaving a screen loses no edit.
    case finish
    /// They end as cancelled, and those that wait never begin.
    case cancel
  }

  /// What a write does while another one is under way.
  public var overlap: MutationOverlap
  /// What becomes of the writes when their mutation is dropped.
  public var whenDropped: WhenDropped
  /// How many writes that have ended the history keeps; what waits or runs is always there.
  public var historyLimit: Int
  /// How a write that has failed is tried again; not at all by default, because the server may
  /// have done it.
  public var retry: RetryPolicy
  /// How long a write may take; any time by default.
  public var timeout: MutationTimeout?
  /// What the policy waits on; the continuous clock by default.
  public var clock: any Clock<Duration>
  /// Which more errors mean that the work was cancelled, so that they are no failure (contract M7).
  ///
  /// `CancellationError`, `URLError.cancelled` and `CocoaError.userCancelled` always do, also as an
  /// `NSError` and as the underlying error of another one. It is asked about the error that was thrown,
  /// not about the ``LoadError`` around it. Called on the work's thread.
  public var isCancellation: @Sendable (any Error) -> Bool

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - overlap: What a write does while another one is under way: it waits for its turn.
  ///   - whenDropped: What becomes of the writes when their mutation is dropped: they go on.
  ///   - historyLimit: How many writes that have ended the history keeps: 20. Less than zero counts
  ///     as zero, which keeps none.
  ///   - retry: How a write that has failed is tried again: not at all.
  ///   - timeout: How long a write may take: any time.
  ///   - clock: What the policy waits on: the continuous clock.
  ///   - isCancellation: Which more errors mean that the work was cancelled, by default none.
  public init(
    overlap: MutationOverlap = .serial,
    whenDropped: WhenDropped = .finish,
    historyLimit: Int = 20,
    retry: RetryPolicy = .never,
    timeout: MutationTimeout? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    isCancellation: @escaping @Sendable (any Error) -> Bool = { _ in false }
  ) {
    self.overlap = overlap
    self.whenDropped = whenDropped
    self.historyLimit = historyLimit
    self.retry = retry
    self.timeout = timeout
    self.clock = clock
    self.isCancellation = isCancellation
  }
}
