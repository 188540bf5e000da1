package import ReactiveRelays

/// The configuration of retries: their number, their delays (backoff) and the errors to retry.
///
/// ```swift
/// LoadPolicy(retry: .exponential(from: .seconds(1), limit: 3).jittered())
/// ```
///
/// During the delay before a retry the state stays loading, with the number of the retry. A cancel
/// ends the delay immediately. A refresh, a retry or a load of the same request starts the next
/// attempt immediately. See <doc:RetryingFailures#L7-Retries>.
public struct RetryPolicy: Sendable {
  /// The largest number of retries; the first attempt does not count.
  public var limit: Int
  /// A function that returns the delay before a retry, counted from 1, after an error.
  ///
  /// The error is that of ``shouldRetry``. It runs on the thread of the work.
  public var delay: @Sendable (_ retry: Int, _ error: any Error) -> Duration {
    didSet { boxedBackoff = nil }
  }
  /// A function that returns whether to retry after an error; always `true` by default.
  ///
  /// The argument is the error that the load function threw, not the ``LoadError`` that wraps it. A
  /// cancellation error is never retried.
  public var shouldRetry: @Sendable (any Error) -> Bool
  /// The delays, for the descriptions; `nil` for a function of the caller.
  // NB: In a box, so that a policy is copied faster when a loader is created.
  private var boxedBackoff: Box<Backoff>?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - limit: The largest number of retries; less than zero counts as zero.
  ///   - shouldRetry: A function that returns whether to retry after an error; always `true` by
  ///     default.
  ///   - delay: A function that returns the delay before a retry, counted from 1, after an error;
  ///     less than zero counts as zero.
  public init(
    limit: Int,
    shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true },
    delay: @escaping @Sendable (_ retry: Int, _ error: any Error) -> Duration
  ) {
    self.limit = max(limit, 0)
    self.shouldRetry = shouldRetry
    self.delay = { max(delay($0, $1), .zero) }
  }

  /// No retries: a failure is published immediately.
  public static let never = RetryPolicy(limit: 0) { _, _ in .zero }

  /// Returns a policy that waits the same time before each retry.
  ///
  /// - Parameters:
  ///   - delay: The delay before each retry.
  ///   - limit: The largest number of retries.
  /// - Returns: A policy with a constant delay.
  public static func constant(_ delay: Duration, limit: Int) -> RetryPolicy {
    var policy = RetryPolicy(limit: limit) { _, _ in delay }
    policy.boxedBackoff = Box(.constant(max(delay, .zero)))
    return policy
  }

  /// Returns a policy with exponential backoff, which doubles the delay before each further retry.
  ///
  /// - Parameters:
  ///   - first: The delay before the first retry.
  ///   - longest: The longest delay; one minute by default.
  ///   - limit: The largest number of retries.
  /// - Returns: A policy with exponential delays.
  public static func exponential(
    from first: Duration,
    atMost longest: Duration = .seconds(60),
    limit: Int
  ) -> RetryPolicy {
    var policy = RetryPolicy(limit: limit) { retry, _ in
      exponentialDelay(before: retry, from: first, atMost: longest)
    }
    policy.boxedBackoff = Box(.exponential(from: max(first, .zero), atMost: max(longest, .zero)))
    return policy
  }

  /// Returns the delay before a retry with exponential backoff.
  package static func exponentialDelay(
    before retry: Int,
    from first: Duration,
    atMost longest: Duration = .seconds(60)
  ) -> Duration {
    var delay = max(first, .zero)
    var doublings = min(max(retry, 1) - 1, maxDoublings)
    while doublings > 0, delay < longest {
      delay *= 2
      doublings -= 1
    }
    return min(delay, longest)
  }

  /// The number of doublings that turn a nanosecond into more than a millennium.
  private static let maxDoublings = 65

  /// Returns a policy with jitter, so that clients that failed together do not retry together.
  ///
  /// - Parameters:
  ///   - share: The part of each delay that is random, from 0 to 1. With 1, the default, a delay is
  ///     between zero and the full delay. `nan` counts as 0.
  ///   - generator: The random number generator; with a seeded one, a test is deterministic.
  /// - Returns: This policy with random delays.
  public func jittered(
    by share: Double = 1,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> RetryPolicy {
    let delay = delay
    let share = share.isNaN ? 0 : min(max(share, 0), 1)
    let jitter = JitterGenerator(generator)
    var policy = RetryPolicy(limit: limit, shouldRetry: shouldRetry) {
      delay($0, $1) * (1 - share * jitter.next())
    }
    policy.boxedBackoff = share == 0 ? boxedBackoff : boxedBackoff?.value.jittered(by: share)
    return policy
  }
}

/// The delays of a retry policy, for its descriptions.
private enum Backoff: Sendable {
  case constant(Duration)
  case exponential(from: Duration, atMost: Duration)
  indirect case jittered(Backoff, by: Double)

  /// Returns the delays with jitter; `nil` for those with two jitters, which have no words.
  func jittered(by share: Double) -> Box<Backoff>? {
    if case .jittered = self { nil } else { Box(.jittered(self, by: share)) }
  }

  /// The delays in words, as in `after 1 s` and `after 1 s doubled up to 60 s`.
  var inWords: String {
    switch self {
    case .constant(let time): "after \(time.inWords)"
    case .exponential(let first, let longest):
      "after \(first.inWords) doubled up to \(longest.inWords)"
    case .jittered(let backoff, let share):
      "\(backoff.inWords) jittered by \(Int((share * 100).rounded())) %"
    }
  }

  /// True if each retry has the same delay, except for its jitter.
  var isConstant: Bool {
    switch self {
    case .constant: true
    case .exponential: false
    case .jittered(let backoff, _): backoff.isConstant
    }
  }
}

/// A thread-safe source of random numbers from 0 to 1.
///
/// The generator is the caller's code, so it runs outside the lock, on a copy. The copy is
/// committed by compare-and-swap: if another thread drew a number first, this one draws again.
private final class JitterGenerator<Generator: RandomNumberGenerator & Sendable>: Sendable {
  private let state: Lock<(generator: Generator, drawn: UInt)>

  init(_ generator: Generator) { state = Lock((generator, 0)) }

  func next() -> Double {
    while true {
      var (generator, drawn) = state.withLock { $0 }
      let number = Double.random(in: 0...1, using: &generator)
      let isCommitted = state.withLock { state in
        guard state.drawn == drawn else { return false }
        swap(&state.generator, &generator)
        state.drawn += 1
        return true
      }
      if isCommitted { return number }
    }
  }
}

extension RetryPolicy: Described {
  // The delays of a function of the caller are not part of the text.
  package var objectText: ObjectText {
    let retries =
      switch limit {
      case 0: "no retries"
      case 1: "at most 1 retry"
      case .max: "retries without limit"
      default: "at most \(limit) retries"
      }
    guard limit > 0, let backoff = boxedBackoff?.value else {
      return ObjectText("RetryPolicy", state: retries)
    }
    let each = backoff.isConstant && limit > 1 ? "each " : ""
    return ObjectText("RetryPolicy", state: "\(retries), \(each)\(backoff.inWords)")
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["limit": limit, "delay": limit > 0 ? boxedBackoff?.value.inWords : nil]
  }

  /// The largest number of retries and their delays in words; `nil` for the default.
  var inWords: String? {
    let delay = boxedBackoff.map { " \($0.value.inWords)" } ?? ""
    switch limit {
    case 0: return nil
    case .max: return "retry without limit\(delay)"
    default: return "retry \(limit)\(delay)"
    }
  }
}
