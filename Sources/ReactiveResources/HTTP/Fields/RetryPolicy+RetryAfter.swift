public import ReactiveLoadable

extension RetryPolicy {
  /// Returns a policy whose retries also wait for the time of a `Retry-After` (RFC 9110, 10.2.3).
  ///
  /// A server sends it with the status 429 or 503, and ``ResourceError/retryAfter`` contains it:
  ///
  /// ```swift
  /// RetryPolicy.exponential(from: .seconds(1), limit: 3).jittered().respectingRetryAfter()
  /// ```
  ///
  /// The delay is that of the server or that of this policy, whichever is longer. If the server
  /// requires more than `longest`, the load fails without a retry: an earlier one would be refused.
  ///
  /// - Parameters:
  ///   - longest: The longest time of a server to wait for; one minute by default.
  ///   - wallClock: The clock for a time that is a date; the clock of the system by default.
  /// - Returns: This policy with the delays of the server.
  public func respectingRetryAfter(
    atMost longest: Duration = .seconds(60),
    wallClock: WallClock = .system
  ) -> RetryPolicy {
    @Sendable func required(_ error: any Error) -> Duration {
      (error as? ResourceError)?.retryAfter?.delay(at: wallClock.now()) ?? .zero
    }
    var policy = self
    policy.shouldRetry = { [shouldRetry] in required($0) <= longest && shouldRetry($0) }
    policy.delay = { [delay] in max(delay($0, $1), required($1)) }
    return policy
  }
}
