/// How a loader behaves, as a value.
public struct LoadPolicy: Sendable {
  /// What goes on being shown while a load runs (contract L9).
  ///
  /// A refresh and a retry always keep what is shown.
  public enum Previous: Hashable, Sendable {
    /// The value of the request that is loaded again; the value of another request goes.
    case ofSameRequest
    /// Any value, as a search does that shows the old results until the new ones come.
    case always
    /// Nothing, where an old value must not be seen, for instance after a change of account.
    case never
  }

  /// What a load of another request does while one is loading (contract L2).
  public enum Interruption: Hashable, Sendable {
    /// It takes the place of the running load: the newest wins.
    case replace
    /// It is not needed: the running load goes on, as when a form is sent twice.
    case ignore
  }

  /// What goes on being shown while a load runs.
  public var previous: Previous
  /// What a load of another request does while one is loading.
  public var interruption: Interruption
  /// How a load that has failed is tried again; not at all by default.
  public var retry: RetryPolicy
  /// What the policy waits on; the continuous clock by default.
  public var clock: any Clock<Duration>
  /// Which more errors mean that the work was cancelled, so that they are no failure (contract L5).
  ///
  /// `CancellationError` and `URLError.cancelled`, which URLSession throws when its task is
  /// cancelled, always do, also inside a ``LoadError``. Called on the work's thread.
  public var isCancellation: @Sendable (any Error) -> Bool

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - previous: What goes on being shown while a load runs: the value of the same request.
  ///   - interruption: What a load of another request does while one is loading: it replaces that.
  ///   - retry: How a load that has failed is tried again: not at all.
  ///   - clock: What the policy waits on: the continuous clock.
  ///   - isCancellation: Which more errors mean that the work was cancelled, by default none.
  public init(
    previous: Previous = .ofSameRequest,
    interruption: Interruption = .replace,
    retry: RetryPolicy = .never,
    clock: any Clock<Duration> = ContinuousClock(),
    isCancellation: @escaping @Sendable (any Error) -> Bool = { _ in false }
  ) {
    self.previous = previous
    self.interruption = interruption
    self.retry = retry
    self.clock = clock
    self.isCancellation = isCancellation
  }

  func allowsRetry(_ error: any Error) -> Bool {
    retry.limit > 0 && retry.allows(error.thrown)
  }

  func meansCancelled(_ error: any Error) -> Bool {
    error.meansCancelled || isCancellation(error)
  }
}
