extension LoadPolicy {
  /// What of a policy the machine needs.
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

  /// A place in the queue, if there is one.
  var place: QueuePlace? { queue.map { QueuePlace(in: $0, at: priority) } }
}
