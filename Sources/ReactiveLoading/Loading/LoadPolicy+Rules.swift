extension LoadPolicy {
  /// The part of a policy that the state machine uses.
  package struct Rules: Sendable, Equatable {
    package let previous: Previous
    package let interruption: Interruption
    package let duplicate: Duplicate
    package let freshness: Freshness
    package let retryLimit: Int
  }

  package var rules: Rules {
    Rules(
      previous: previous,
      interruption: interruption,
      duplicate: duplicate,
      freshness: freshness,
      retryLimit: retry.limit
    )
  }

  /// A new place in the queue; `nil` without a queue.
  package var place: QueuePlace? { queue.map { QueuePlace(in: $0, at: priority) } }
}

// MARK: Errors

extension LoadPolicy {
  func allowsRetry(_ error: any Error) -> Bool {
    retry.limit > 0 && retry.shouldRetry(error.thrown)
  }

  func meansCancelled(_ error: any Error) -> Bool {
    error.meansCancelled || isCancellation(error.thrown)
  }
}
