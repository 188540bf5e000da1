extension LoadPolicy {
  /// The part of a policy that the state machine uses.
  package struct Resolved: Sendable, Equatable {
    package let previous: Previous
    package let interruption: Interruption
    package let duplicate: Duplicate
    package let freshness: Freshness
    package let retryLimit: Int
  }

  package var resolved: Resolved {
    Resolved(
      previous: previous,
      interruption: interruption,
      duplicate: duplicate,
      freshness: freshness,
      retryLimit: retry.limit
    )
  }

  /// A new client of the queue; `nil` without a queue.
  package var queueClient: QueueClient? { queue.map { QueueClient(in: $0, at: priority) } }
}

// MARK: Errors

extension LoadPolicy {
  func allowsRetry(_ error: any Error) -> Bool {
    retry.limit > 0 && retry.shouldRetry(error.thrown)
  }

  func countsAsCancellation(_ error: any Error) -> Bool {
    error.countsAsCancellation || isCancellation(error.thrown)
  }
}
