extension LoadPolicy {
  /// The part of a policy that the state machine uses.
  struct Rules: Sendable, Equatable {
    let previous: Previous
    let interruption: Interruption
    let duplicate: Duplicate
    let freshness: Freshness
    let retryLimit: Int
  }

  var rules: Rules {
    Rules(
      previous: previous,
      interruption: interruption,
      duplicate: duplicate,
      freshness: freshness,
      retryLimit: retry.limit
    )
  }

  /// A new place in the queue; `nil` without a queue.
  var place: QueuePlace? { queue.map { QueuePlace(in: $0, at: priority) } }
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
