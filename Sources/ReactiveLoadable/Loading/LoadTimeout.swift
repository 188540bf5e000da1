public import Foundation

/// How long a load may take, and the failure it ends with when it takes longer (contract L13).
///
/// ```swift
/// LoadPolicy(timeout: LoadTimeout(attempt: .seconds(10)))
/// ```
///
/// What is too late is cancelled, and its result changes nothing, also when the work does not heed
/// its cancellation. An attempt that was too late is tried again as the loader's ``RetryPolicy`` says;
/// a whole load, with its retries and the waits between them, is not. The policy's clock measures.
///
/// A loader whose load function throws errors of its own type needs a failure of that type:
///
/// ```swift
/// LoadTimeout(attempt: .seconds(10), failure: APIError.timedOut)
/// ```
public struct LoadTimeout: Sendable {
  /// How long one attempt may take; `nil` for any time.
  public var attempt: Duration?
  /// How long a load may take with all its retries and waits; `nil` for any time.
  public var load: Duration?
  /// What a load fails with that took too long.
  public var failure: any Error

  /// Creates limits of time.
  ///
  /// - Parameters:
  ///   - attempt: How long one attempt may take, by default any time; less than zero counts as zero.
  ///   - load: How long a load may take with all its retries, by default any time; less than zero
  ///     counts as zero.
  ///   - failure: What it fails with, by default ``LoadTimedOut``, which a loader of any errors wraps
  ///     in a ``LoadError``. A loader with a failure type of its own needs one of that type, and says
  ///     so in a precondition when it is made.
  public init(
    attempt: Duration? = nil,
    load: Duration? = nil,
    failure: any Error = LoadTimedOut()
  ) {
    self.attempt = attempt.map { max($0, .zero) }
    self.load = load.map { max($0, .zero) }
    self.failure = failure
  }
}

extension Error {
  /// The error as the failure of a time-out, where failures are of a certain type.
  func asTimeout<Failure: Error>(_ type: Failure.Type) -> Failure {
    guard let failure = self as? Failure ?? LoadError(self) as? Failure else {
      preconditionFailure("a time-out where failures are \(type) needs one of these, not \(self)")
    }
    return failure
  }
}

/// A load or a write took longer than its ``LoadTimeout`` or ``MutationTimeout`` allows.
public struct LoadTimedOut: Error, Hashable, LocalizedError {
  /// Creates the error.
  public init() {}

  /// A sentence for people.
  public var errorDescription: String? { "It took too long." }
}
