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

  /// What a load of the request that is loading already does (contract L2).
  ///
  /// `loadIfNeeded` and a refresh always join.
  public enum Duplicate: Hashable, Sendable {
    /// It joins the running load: one call of the work, all wait for it.
    case join
    /// It takes the place of the running load, as a button "start again" does.
    case replace
  }

  /// What goes on being shown while a load runs.
  public var previous: Previous
  /// What a load of another request does while one is loading.
  public var interruption: Interruption
  /// What a load of the request that is loading already does.
  public var duplicate: Duplicate
  /// How long a loaded value is good enough; forever by default.
  public var freshness: Freshness
  /// How a load that has failed is tried again; not at all by default.
  public var retry: RetryPolicy
  /// How long a load may take; any time by default.
  public var timeout: LoadTimeout?
  /// Where loads wait for their turn, if only some may work at once; nowhere by default.
  public var queue: LoadQueue?
  /// How urgent the loads are in their queue; normal by default.
  public var priority: LoadPriority
  /// Who counts the loads that run, for an indicator of many loaders; nobody by default.
  public var activity: LoadActivity?
  /// What the policy waits on; the continuous clock by default.
  public var clock: any Clock<Duration>
  /// Which more errors mean that the work was cancelled, so that they are no failure (contract L5).
  ///
  /// `CancellationError`, `URLError.cancelled` and `CocoaError.userCancelled` always do, also as an
  /// `NSError` and as the underlying error of another one. It is asked about the error that was thrown,
  /// not about the ``LoadError`` around it. Called on the work's thread.
  public var isCancellation: @Sendable (any Error) -> Bool

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - previous: What goes on being shown while a load runs: the value of the same request.
  ///   - interruption: What a load of another request does while one is loading: it replaces that.
  ///   - duplicate: What a load of the request that is loading already does: it joins that.
  ///   - freshness: How long a loaded value is good enough: forever.
  ///   - retry: How a load that has failed is tried again: not at all.
  ///   - timeout: How long a load may take: any time.
  ///   - queue: Where loads wait for their turn, if only some may work at once: nowhere.
  ///   - priority: How urgent the loads are in their queue: normal.
  ///   - activity: Who counts the loads that run: nobody.
  ///   - clock: What the policy waits on: the continuous clock.
  ///   - isCancellation: Which more errors mean that the work was cancelled, by default none.
  public init(
    previous: Previous = .ofSameRequest,
    interruption: Interruption = .replace,
    duplicate: Duplicate = .join,
    freshness: Freshness = .forever,
    retry: RetryPolicy = .never,
    timeout: LoadTimeout? = nil,
    queue: LoadQueue? = nil,
    priority: LoadPriority = .normal,
    activity: LoadActivity? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    isCancellation: @escaping @Sendable (any Error) -> Bool = { _ in false }
  ) {
    self.previous = previous
    self.interruption = interruption
    self.duplicate = duplicate
    self.freshness = freshness
    self.retry = retry
    self.timeout = timeout
    self.queue = queue
    self.priority = priority
    self.activity = activity
    self.clock = clock
    self.isCancellation = isCancellation
  }
}
