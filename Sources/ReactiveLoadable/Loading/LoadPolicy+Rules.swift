extension LoadPolicy {
  /// What of a policy the machine needs.
  @usableFromInline
  struct Rules: Sendable {
    @usableFromInline let previous: Previous
    @usableFromInline let interruption: Interruption
    @usableFromInline let duplicate: Duplicate
    @usableFromInline let freshness: Freshness
    @usableFromInline let retryLimit: Int
  }

  @usableFromInline var rules: Rules {
    Rules(
      previous: previous,
      interruption: interruption,
      duplicate: duplicate,
      freshness: freshness,
      retryLimit: retry.limit
    )
  }

  @usableFromInline
  func allowsRetry(_ error: any Error) -> Bool {
    retry.limit > 0 && retry.allows(error.thrown)
  }

  @usableFromInline
  func meansCancelled(_ error: any Error) -> Bool {
    error.meansCancelled || isCancellation(error.thrown)
  }
}
