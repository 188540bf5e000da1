package import ReactiveRelays

/// The configuration of a ``Mutation``: overlap, retries, timeout and history.
public struct MutationPolicy: Sendable {
  /// The effect of releasing a ``Mutation`` on its waiting and running writes.
  public enum WhenReleased: Hashable, Sendable {
    /// All writes run to their end, so closing a screen loses no edit.
    case finish
    /// All writes end as cancelled, and waiting writes never start.
    case cancel
  }

  /// The effect of a write while another one is in flight; first in, first out by default.
  public var overlap: MutationOverlap
  /// The effect of releasing the mutation on its writes; they run to their end by default.
  public var whenReleased: WhenReleased
  /// The largest number of ended writes in the history; 20 by default, and zero if less than zero.
  public var historyLimit: Int
  /// The retries of a failed write; none by default, because the server may have performed it.
  public var retry: RetryPolicy
  /// The timeout of a write; none by default.
  public var timeout: MutationTimeout?
  /// The activity that counts the writes; `nil` by default.
  ///
  /// A write counts from its call until its outcome, also while it waits for its turn.
  public var activity: LoadActivity?
  /// The clock for delays and timeouts; the continuous clock by default.
  public var clock: any Clock<Duration>
  /// A function that returns whether an error counts as cancellation instead of failure.
  ///
  /// See ``LoadPolicy/isCancellation`` and <doc:WritingWithMutations#M7-Cancellation-errors>.
  public var isCancellation: @Sendable (any Error) -> Bool
  /// The name in the events of an observer; `nil` by default, for the types of the mutation.
  public var name: String?
  /// The observer of the writes; `nil` by default.
  ///
  /// See <doc:ObservingLoads>.
  public var observer: LoadObserver?

  /// Creates a policy; each parameter sets the property of its name.
  public init(
    overlap: MutationOverlap = .serial,
    whenReleased: WhenReleased = .finish,
    historyLimit: Int = 20,
    retry: RetryPolicy = .never,
    timeout: MutationTimeout? = nil,
    activity: LoadActivity? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    isCancellation: @escaping @Sendable (any Error) -> Bool = { _ in false },
    name: String? = nil,
    observer: LoadObserver? = nil
  ) {
    self.overlap = overlap
    self.whenReleased = whenReleased
    self.historyLimit = historyLimit
    self.retry = retry
    self.timeout = timeout
    self.activity = activity
    self.clock = clock
    self.isCancellation = isCancellation
    self.name = name
    self.observer = observer
  }
}

extension MutationPolicy {
  /// The retries, timeout, activity and clock as the policy of the loads that perform the writes.
  var load: LoadPolicy {
    LoadPolicy(
      retry: retry,
      timeout: timeout.map { LoadTimeout(load: $0.limit, failure: $0.failure) },
      activity: activity,
      clock: clock,
      isCancellation: isCancellation,
      name: name,
      observer: observer
    )
  }
}

extension MutationPolicy: Described {
  package var objectText: ObjectText {
    let writes = MutationCore(self).writesInWords(historyLimit)
    return ObjectText("MutationPolicy", name: name, settings: [writes, load.settingsInWords])
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": name, "overlap": overlap, "whenReleased": whenReleased,
      "historyLimit": historyLimit, "retry": retry, "timeout": timeout,
      "activity": activity, "clock": clock.typeInWords, "observer": observer,
    ]
  }
}

extension MutationCore {
  /// The settings that differ from the defaults, with those of the history; `nil` without any.
  func writesInWords(_ historyLimit: Int) -> String? {
    let words: [String?] = [
      overlap == .serial ? nil : "overlap \(overlap)",
      whenReleased == .finish ? nil : "when released \(whenReleased)",
      historyLimit == 20 ? nil : "history of \(historyLimit)",
    ]
    return words.joined
  }
}

/// The effect of a write while another write of its ``Mutation`` is in flight.
///
/// | overlap | no write is in flight | a write waits or runs | a cancelled write has not returned |
/// |---|---|---|---|
/// | ``serial`` | starts | waits for its turn | waits for it to return |
/// | ``concurrent`` | starts | starts concurrently | starts concurrently |
/// | ``ignore`` | starts | is skipped | waits for it to return |
/// | ``replace`` | starts | replaces it, starts when it has returned | waits for it to return |
///
/// In every overlap but ``concurrent`` the work of two writes never overlaps. See
/// <doc:WritingWithMutations#M2-Order>.
public enum MutationOverlap: Hashable, Sendable, CaseIterable {
  /// One write at a time, first in, first out; a failure does not stop the next write.
  case serial
  /// All writes concurrently, for instance likes of different posts.
  case concurrent
  /// The first write wins: another one is skipped, for instance when "send" is tapped twice.
  case ignore
  /// The newest write wins: it cancels and replaces all others, for instance to autosave a draft.
  case replace
}

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
  ///   - failure: The error of a write that timed out, by default ``LoadTimeoutError``; of the type
  ///     that ``LoadTimeout/init(attempt:load:failure:)`` says.
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
