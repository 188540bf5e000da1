/// What was seen last of the loader of an entry: the rest need not be told.
///
/// Progress and partial values are decisions, too, but nothing that is kept.
final class CacheLookout<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Sighting = LoadSighting<Key, Value, Failure>

  /// What is new about a sighting.
  enum Novelty {
    case none, state, value
  }

  private struct Last {
    var decision: UInt?
    var mark: Sighting.Mark
  }

  private let last: Lock<Last>

  init(from settled: Sighting.Machine.Settled) {
    last = Lock(Last(mark: settled.mark()))
  }

  func novelty(of sighting: Sighting) -> Novelty {
    let mark = sighting.mark
    return last.withLock { last in
      if let decision = last.decision, decision >= sighting.decision {
        return sighting.isFailure ? .state : .none
      }
      let before = last.mark
      last = Last(decision: sighting.decision, mark: mark)
      if before == mark { return .none }
      return mark.asOf != nil && mark.asOf != before.asOf ? .value : .state
    }
  }
}
