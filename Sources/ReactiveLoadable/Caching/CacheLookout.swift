/// A filter of the changes of a loader: it passes those that affect the cached state.
///
/// Progress and partial values are decisions of the loader, too, but are not cached.
final class CacheLookout<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Sighting = LoadSighting<Key, Value, Failure>

  /// The part of a change that affects the cached state.
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
