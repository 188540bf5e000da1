package import ReactiveRelays

/// The configuration of a ``Loader``: previous value, freshness, retries, timeouts and more.
public struct LoadPolicy: Sendable {
  /// The previous value that stays visible while a load runs.
  ///
  /// A refresh and a retry always keep the visible value. See
  /// <doc:ChoosingWhatStaysShown#L9-What-stays-visible>.
  public enum Previous: Hashable, Sendable {
    /// The value of the same request; the value of another request is removed.
    case ofSameRequest
    /// Any value: a search keeps the old results until the new results arrive.
    case always
    /// No value: the old value must not be visible, for instance after a change of account.
    case never
  }

  /// The effect of a load of another request on the running load.
  public enum Interruption: Hashable, Sendable {
    /// The new load replaces the running load: the newest wins.
    case replace
    /// The new load is skipped: the running load continues.
    case ignore
  }

  /// The effect of a second load of the request that is already loading.
  ///
  /// `loadIfNeeded` and `refresh` always join.
  public enum Duplicate: Hashable, Sendable {
    /// The second load joins the running load: the load function runs once for all callers.
    case join
    /// The second load replaces the running load, as a "start again" button does.
    case replace
  }

  /// The previous value that stays visible while a load runs; that of the same request by default.
  public var previous: Previous
  /// The effect of a load of another request on the running load; by default it replaces that load.
  public var interruption: Interruption
  /// The effect of a second load of the request that is already loading; it joins by default.
  public var duplicate: Duplicate
  /// The time for which a loaded value is fresh; forever by default.
  public var freshness: Freshness
  /// The retries of a failed load; none by default.
  public var retry: RetryPolicy
  /// The timeouts of a load and its attempts; none by default.
  public var timeout: LoadTimeout?
  /// The queue that limits how many loads run concurrently; `nil` by default, for no limit.
  public var queue: LoadQueue?
  /// The priority of the loads in their queue; normal by default.
  public var priority: LoadPriority
  /// The counter of running loads, for an indicator of many loaders; `nil` by default.
  public var activity: LoadActivity?
  /// The clock for freshness, delays and timeouts; the continuous clock by default.
  public var clock: any Clock<Duration>
  /// A function that returns whether an error counts as cancellation instead of failure.
  ///
  /// `CancellationError`, `URLError.cancelled` and `CocoaError.userCancelled` always count as
  /// cancellation, also as an `NSError` and as the underlying error of another error. The argument
  /// is the error that the load function threw, not the ``LoadError`` that wraps it. The function
  /// runs on the thread of the work. See <doc:LoaderContract#L5-Cancellation>.
  public var isCancellation: @Sendable (any Error) -> Bool
  /// The name and the observer; `nil` if the policy has neither.
  // NB: In one box, so that a policy without them is copied faster.
  private var observation: Box<LoadObservation>?

  /// Creates a policy; each parameter sets the property of its name.
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
    isCancellation: @escaping @Sendable (any Error) -> Bool = { _ in false },
    name: String? = nil,
    observer: LoadObserver? = nil
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
    observation = LoadObservation(name: name, observer: observer).boxed
  }
}

// MARK: Observation

extension LoadPolicy {
  /// The name in the events of an observer; `nil` by default, for the types of the loader.
  public var name: String? {
    get { observation?.value.name }
    set { observation = LoadObservation(name: newValue, observer: observer).boxed }
  }

  /// Names a loader with the policy in the descriptions of its relay: `Loader podcasts`.
  // NB: Called before the policy is stored, because a copy of it costs 400 instructions.
  @inline(__always)
  package func name(_ relay: RelayCore, of type: StaticString) {
    if let observation { Self.name(relay, of: type, observation.value.name) }
  }

  @inline(never)
  private static func name(_ relay: RelayCore, of type: StaticString, _ name: String?) {
    if let name { relay.setOwner("\(type) \(cutText(name, 40))") }
  }

  /// The observer of the loads; `nil` by default.
  ///
  /// See <doc:ObservingLoads>.
  public var observer: LoadObserver? {
    get { observation?.value.observer }
    set { observation = LoadObservation(name: name, observer: newValue).boxed }
  }

  /// True if an observer receives the events of its loads.
  // NB: Inlined up to the first test, so that a load without observers reads one flag.
  @inline(__always)
  package var isObserved: Bool { LoadObserver.isInUse && hasObserver }

  @inline(never)
  private var hasObserver: Bool {
    if observation?.value.isHidden ?? false { return false }
    return observer != nil || !LoadObserver.all.position.isEmpty
  }

  /// Returns the policy of a loader inside another one, whose events no observer receives.
  ///
  /// The outer loader reports its loads, and the requests of the inner one may contain credentials.
  package func hidden() -> LoadPolicy {
    var policy = self
    policy.observation = Box(LoadObservation(name: name, observer: nil, isHidden: true))
    return policy
  }
}

/// The name and the observer of a policy.
private struct LoadObservation: Sendable {
  let name: String?
  let observer: LoadObserver?
  var isHidden = false

  var boxed: Box<Self>? { name == nil && observer == nil ? nil : Box(self) }
}

extension LoadPolicy: Described {
  package var objectText: ObjectText {
    ObjectText("LoadPolicy", name: name, settings: [settingsInWords])
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": name, "previous": previous, "interruption": interruption, "duplicate": duplicate,
      "freshness": freshness, "retry": retry, "timeout": timeout, "queue": queue,
      "priority": priority, "activity": activity, "clock": clock.typeInWords,
      "observer": observer,
    ]
  }

  /// The settings that differ from the defaults, for a debugger.
  ///
  /// For instance `policy: retry 3 after 1 s, queue of 6`; `nil` if all are the defaults. The name
  /// is not part of it.
  package var inWords: String? { [settingsInWords].policyText }

  /// The settings that differ from the defaults; `nil` without any.
  package var settingsInWords: String? {
    let words: [String?] = [
      previous == .ofSameRequest ? nil : "previous \(previous)",
      interruption == .replace ? nil : "interruption \(interruption)",
      duplicate == .join ? nil : "duplicate \(duplicate)",
      freshness.inWords,
      retry.inWords,
      timeout?.attempt.map { "timeout of an attempt \($0.inWords)" },
      timeout?.load.map { "timeout \($0.inWords)" },
      queue.map { "queue of \($0.limit)" },
      priority == .normal ? nil : "priority \(priority)",
      activity == nil ? nil : "activity",
      clock.inWords,
      observer == nil ? nil : "observer",
    ]
    return words.joined
  }
}

extension LoadPolicy {
  /// The part of a policy that the state machine uses.
  package struct Resolved: Sendable, Equatable {
    package let freshness: Freshness
    package let previous: Previous
    package let interruption: Interruption
    package let duplicate: Duplicate
    package let retryLimit: Int
  }

  package var resolved: Resolved {
    Resolved(
      freshness: freshness,
      previous: previous,
      interruption: interruption,
      duplicate: duplicate,
      retryLimit: retry.limit
    )
  }
}

// MARK: Errors

extension LoadPolicy {
  func allowsRetry(_ error: any Error) -> Bool {
    retry.limit > 0 && retry.shouldRetry(error.thrown)
  }

  func countsAsCancellation(_ error: any Error) -> Bool {
    error.countsAsCancellation || isCancellation(error.thrown)
  }
}
