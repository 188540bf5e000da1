/// How a load that has failed is tried again, before its failure is shown (contract L7).
///
/// ```swift
/// LoadPolicy(retry: .exponential(from: .seconds(1), limit: 3).jittered())
/// ```
///
/// While a loader waits for its next attempt the state stays loading, with the number of the attempt.
/// A cancel ends the wait at once; a refresh, a retry or a load of the same request attempts at once.
public struct RetryPolicy: Sendable {
  /// How often it is tried again at most; the first attempt does not count.
  public var limit: Int
  /// How long to wait before each retry, which are counted from 1.
  ///
  /// Called on the work's thread.
  public var delay: @Sendable (_ retry: Int) -> Duration
  /// Which errors are worth another attempt, by default all.
  ///
  /// It is asked about the error that was thrown, not about the ``LoadError`` around it. What means
  /// that the work was cancelled is never tried again.
  public var allows: @Sendable (any Error) -> Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - limit: How often it is tried again at most; less than zero counts as zero.
  ///   - allows: Which errors are worth another attempt; by default all.
  ///   - delay: How long to wait before each retry, counted from 1; less than zero counts as zero.
  public init(
    limit: Int,
    allows: @escaping @Sendable (any Error) -> Bool = { _ in true },
    delay: @escaping @Sendable (_ retry: Int) -> Duration
  ) {
    self.limit = max(limit, 0)
    self.allows = allows
    self.delay = { max(delay($0), .zero) }
  }

  /// A failure is shown at once.
  public static let never = RetryPolicy(limit: 0) { _ in .zero }

  /// Waits the same time before each retry.
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - limit: How often it is tried again at most.
  /// - Returns: A policy.
  public static func constant(_ delay: Duration, limit: Int) -> RetryPolicy {
    RetryPolicy(limit: limit) { _ in delay }
  }

  /// Waits twice as long before each further retry.
  ///
  /// - Parameters:
  ///   - first: How long to wait before the first retry.
  ///   - most: The longest wait; a minute by default.
  ///   - limit: How often it is tried again at most.
  /// - Returns: A policy.
  public static func exponential(
    from first: Duration,
    atMost most: Duration = .seconds(60),
    limit: Int
  ) -> RetryPolicy {
    RetryPolicy(limit: limit) { retry in
      var delay = max(first, .zero)
      var doublings = min(max(retry, 1) - 1, mostDoublings)
      while doublings > 0, delay < most {
        delay *= 2
        doublings -= 1
      }
      return min(delay, most)
    }
  }

  /// Twice a nanosecond so often is more than a millennium.
  private static let mostDoublings = 65

  /// Returns a policy with random delays, so that clients that failed together do not come together.
  ///
  /// - Parameters:
  ///   - share: The part of each delay that is random, from 0 to 1: with 1, the default, a delay is
  ///     anything between nothing and the whole. What is no number counts as 0.
  ///   - generator: Where chance comes from; a seeded one makes a test exact.
  /// - Returns: A policy.
  public func jittered(
    by share: Double = 1,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> RetryPolicy {
    let delay = delay
    let share = share.isNaN ? 0 : min(max(share, 0), 1)
    let chance = Chance(generator)
    return RetryPolicy(limit: limit, allows: allows) { retry in
      delay(retry) * (1 - share * chance.next())
    }
  }
}

/// Random numbers from 0 to 1, for any thread.
///
/// A number is drawn from a copy of the generator, outside the lock, because the generator is the
/// caller's; it counts if nobody else drew one meanwhile.
private final class Chance<Generator: RandomNumberGenerator & Sendable>: Sendable {
  private let state: Lock<(generator: Generator, drawn: UInt)>

  init(_ generator: Generator) { state = Lock((generator, 0)) }

  func next() -> Double {
    while true {
      var (generator, drawn) = state.withLock { $0 }
      let number = Double.random(in: 0...1, using: &generator)
      let isMine = state.withLock { state in
        guard state.drawn == drawn else { return false }
        swap(&state.generator, &generator)
        state.drawn += 1
        return true
      }
      if isMine { return number }
    }
  }
}
