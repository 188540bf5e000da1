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
  /// The largest number of ended writes in the history; 20 by default.
  public var historyLimit: Int
  /// The retries of a failed write; none by default, because the server may have performed it.
  public var retry: RetryPolicy
  /// The timeout of a write; none by default.
  public var timeout: MutationTimeout?
  /// The clock for delays and timeouts; the continuous clock by default.
  public var clock: any Clock<Duration>
  /// A function that returns whether an error counts as cancellation instead of failure.
  ///
  /// `CancellationError`, `URLError.cancelled` and `CocoaError.userCancelled` always count as
  /// cancellation, also as an `NSError` and as the underlying error of another error. The argument
  /// is the error that the write function threw, not the ``LoadError`` that wraps it. The function
  /// runs on the thread of the work. See <doc:WritingWithMutations#M7-Cancellation-errors>.
  public var isCancellation: @Sendable (any Error) -> Bool
  /// The name in the events of an observer; `nil` by default, for the types of the mutation.
  public var name: String?
  /// The observer of the writes; `nil` by default.
  ///
  /// See <doc:ObservingLoads>.
  public var observer: LoadObserver?

  /// Creates a policy, with a default for each setting.
  ///
  /// - Parameters:
  ///   - overlap: The effect of a write while another one is in flight; by default it waits for its
  ///     turn.
  ///   - whenReleased: The effect of releasing the mutation on its writes; by default they run to
  ///     their end.
  ///   - historyLimit: The largest number of ended writes in the history; 20 by default; less than
  ///     zero counts as zero.
  ///   - retry: The retries of a failed write; none by default.
  ///   - timeout: The timeout of a write; none by default.
  ///   - clock: The clock for delays and timeouts; the continuous clock by default.
  ///   - isCancellation: A function that returns whether an error counts as cancellation, in
  ///     addition to the standard ones; always `false` by default.
  ///   - name: The name in the events of an observer; `nil` by default, for the types of the
  ///     mutation.
  ///   - observer: The observer of the writes; `nil` by default.
  public init(
    overlap: MutationOverlap = .serial,
    whenReleased: WhenReleased = .finish,
    historyLimit: Int = 20,
    retry: RetryPolicy = .never,
    timeout: MutationTimeout? = nil,
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
    self.clock = clock
    self.isCancellation = isCancellation
    self.name = name
    self.observer = observer
  }
}

extension MutationPolicy {
  /// The retries, timeout and clock as the policy of the loads that perform the writes.
  var load: LoadPolicy {
    LoadPolicy(
      retry: retry,
      timeout: timeout.map { LoadTimeout(load: $0.limit, failure: $0.failure) },
      clock: clock,
      isCancellation: isCancellation,
      name: name,
      observer: observer
    )
  }
}

extension MutationPolicy: Described {
  package var objectText: ObjectText {
    ObjectText("MutationPolicy", name: name, settings: [writesInWords, load.settingsInWords])
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": name, "overlap": overlap, "whenReleased": whenReleased,
      "historyLimit": historyLimit, "retry": retry, "timeout": timeout,
      "clock": clock.typeInWords, "observer": observer,
    ]
  }

  /// The settings of writes that differ from the defaults; `nil` without any.
  private var writesInWords: String? {
    let words: [String?] = [
      overlap == .serial ? nil : "overlap \(overlap)",
      whenReleased == .finish ? nil : "when released \(whenReleased)",
      historyLimit == 20 ? nil : "history of \(historyLimit)",
    ]
    return words.joined
  }
}
