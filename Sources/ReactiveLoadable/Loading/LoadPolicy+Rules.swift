extension LoadPolicy {
  /// The part of a policy that the state machine uses.
  @usableFromInline
  struct Rules: Sendable, Equatable {
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

  /// A new place in the queue; `nil` without a queue.
  var place: QueuePlace? { queue.map { QueuePlace(in: $0, at: priority) } }
}
