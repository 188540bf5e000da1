import ReactiveLoading
import ReactiveRelays

/// A filter of the changes of a loader: it passes those that affect the cached state.
///
/// Progress and partial values are decisions of the loader, too, but are not cached.
final class CacheChangeFilter: Sendable {
  /// The part of a change that affects the cached state.
  enum Kind {
    case none, state, value
  }

  private struct State {
    var decision: UInt?
    var revision: LoadRevision
    /// The value that the cache has stored.
    var stored: AnyBox?
  }

  private let state: Lock<State>

  init(from revision: LoadRevision) { state = Lock(State(revision: revision)) }

  /// Returns the kind of a change, by its revision and its decision.
  func kind(of revision: LoadRevision, decision: UInt, isFailure: Bool) -> Kind {
    state.withLock { state in
      if let newest = state.decision, newest >= decision { return isFailure ? .state : .none }
      let before = state.revision
      (state.decision, state.revision) = (decision, revision)
      if before == revision { return .none }
      return revision.asOf != nil && revision.asOf != before.asOf ? .value : .state
    }
  }

  /// Records the value of a change that the cache has stored.
  func recordStored(_ value: AnyBox?) {
    // NB: The value before is released outside the lock.
    let before = state.withLock { state in
      defer { state.stored = value }
      return state.stored
    }
    withExtendedLifetime(before) {}
  }

  /// Returns whether the cache has stored a value.
  func hasStored(_ value: AnyBox) -> Bool { state.withLock { $0.stored === value } }
}
