import ReactiveLoadable

extension LoadPolicy {
  /// The policy of loaders on the API: a cancelled request is no failure.
  static let api = LoadPolicy { error in
    switch error {
    case let error as APIError: error.isCancellation
    case let error as FeedError: error.isCancellation
    default: false
    }
  }

  /// Makes the policy of loaders on the API that do not wait for ever.
  ///
  /// - Parameters:
  ///   - limit: How long one attempt may take.
  ///   - retry: How often, and after which delays, a failure that may pass is tried again.
  ///   - clock: What limit and delays are counted on.
  /// - Returns: A policy.
  static func api(
    within limit: Duration,
    retry: RetryPolicy = .never,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> LoadPolicy {
    var policy = api
    policy.timeout = LoadTimeout(attempt: limit, failure: APIError.timedOut)
    policy.retry = retry
    policy.retry.shouldRetry = { ($0 as? APIError)?.isPassing ?? false }
    policy.clock = clock
    return policy
  }

  /// Makes the policy of loaders on the API whose value is good enough for a while.
  ///
  /// - Parameters:
  ///   - freshness: How long.
  ///   - clock: What it is counted on.
  /// - Returns: A policy.
  static func api(
    fresh freshness: Freshness,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> LoadPolicy {
    var policy = api
    policy.freshness = freshness
    policy.clock = clock
    return policy
  }
}

extension MutationPolicy {
  /// Makes the policy of writes on the API: a cancelled request is no failure.
  static func api(_ overlap: MutationOverlap = .serial) -> MutationPolicy {
    MutationPolicy(overlap: overlap, isCancellation: LoadPolicy.api.isCancellation)
  }
}
