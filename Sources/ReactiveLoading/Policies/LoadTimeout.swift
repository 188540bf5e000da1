public import Foundation
import IssueReporting
import ReactiveRelays

/// The timeouts of a load and its attempts, and the error that the load fails with.
///
/// ```swift
/// LoadPolicy(timeout: LoadTimeout(attempt: .seconds(10)))
/// ```
///
/// Work that times out is cancelled, and its result is dropped, even when the work ignores its
/// cancellation. An attempt that times out is retried by the loader's ``RetryPolicy``. A whole
/// load, with its retries and the delays between them, is not. The policy's clock measures the
/// time. See <doc:LimitingTheTime#L13-Timeouts>.
///
/// A loader whose load function throws its own failure type needs a failure of that type:
///
/// ```swift
/// LoadTimeout(attempt: .seconds(10), failure: APIError.timedOut)
/// ```
public struct LoadTimeout: Sendable {
  /// The longest time for one attempt; `nil` for no timeout.
  public var attempt: Duration?
  /// The longest time for a load with all its retries and delays; `nil` for no timeout.
  public var load: Duration?
  /// The error of a load that timed out.
  public var failure: any Error

  /// Creates timeouts.
  ///
  /// - Parameters:
  ///   - attempt: The longest time for one attempt; no timeout by default; less than zero counts as
  ///     zero.
  ///   - load: The longest time for a load with all its retries and delays; no timeout by default;
  ///     less than zero counts as zero.
  ///   - failure: The error of a load that timed out; by default ``LoadTimeoutError``, which a
  ///     loader of untyped errors wraps in a ``LoadError``. A loader with another failure type
  ///     needs an error of that type; a precondition checks this when the loader is created. For a
  ///     load function that cannot throw, an issue is reported, and its loads have no timeout.
  public init(
    attempt: Duration? = nil,
    load: Duration? = nil,
    failure: any Error = LoadTimeoutError()
  ) {
    self.attempt = attempt.map { max($0, .zero) }
    self.load = load.map { max($0, .zero) }
    self.failure = failure
  }
}

extension Error {
  /// Returns the error of a timeout as a typed failure, wrapped in a ``LoadError`` if possible.
  ///
  /// `nil` if the work cannot throw, which is reported as an issue.
  func asTimeout<Failure: Error>(_ type: Failure.Type, policy: String?) -> Failure? {
    if let failure = self as? Failure ?? LoadError(self) as? Failure { return failure }
    let name = policy.map { " '\(cutText($0, 40))'" } ?? ""
    if type == Never.self {
      reportIssue(
        """
        The policy\(name) has a timeout, but its work cannot throw, so it has no error for a timeout. It \
        runs without a timeout. Declare the load function 'async throws', or remove the timeout.
        """
      )
      return nil
    }
    preconditionFailure(
      """
      The failure of a timeout must be of type \(type), but is \(self). Pass such an error to the \
      policy\(name).
      """
    )
  }
}

/// The error of a load or write that exceeded its ``LoadTimeout`` or ``MutationTimeout``.
public struct LoadTimeoutError: Error, Hashable, LocalizedError {
  /// Creates the error.
  public init() {}

  /// A localized description of the error.
  public var errorDescription: String? { "The request timed out." }
}

extension LoadTimeout: CustomStringConvertible {
  /// The timeouts on one line, as in `LoadTimeout: attempt 10 s, load 30 s`.
  ///
  /// It contains a failure of another type than ``LoadTimeoutError``.
  public var description: String {
    let words: [String?] = [
      attempt.map { "attempt \($0.inWords)" }, load.map { "load \($0.inWords)" },
    ]
    let times = words.joined ?? "none"
    return ObjectText("LoadTimeout", state: "\(times)\(failure.timeoutInWords)").description
  }
}

extension Error {
  /// The error of a timeout, after a comma; empty for the default.
  var timeoutInWords: String {
    self is LoadTimeoutError ? "" : ", failure \(shortText(self, limit: 100))"
  }
}
