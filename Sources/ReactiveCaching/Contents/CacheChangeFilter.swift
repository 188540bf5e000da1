import ReactiveLoading
import ReactiveRelays

/// A filter of the changes of a loader: it passes those that affect the cached state.
///
/// Progress and partial values are decisions of the loader, too, but are not cached.
final class CacheChangeFilter: Sendable {
  /// The part of a change that affects the cached state.
  enum Kind {
    case none, state, value
    /// The value has been edited, and is as fresh as before.
    case edit
    /// The value has been edited by a write in flight, or without it, and the rest is the same.
    case unsavedEdit

    var isEdit: Bool {
      switch self {
      case .none, .state, .value: false
      case .edit, .unsavedEdit: true
      }
    }
  }

  private struct State {
    /// The newest change, and the decision that led to it.
    var revision: LoadRevision
    var newest: UInt = 0
    /// The value after the newest change; the cache or the reporting thread keeps it alive.
    var value: ObjectIdentifier?
    /// That value without the edits of writes in flight, which the loader keeps alive.
    var saved: ObjectIdentifier?
    /// The newest decision whose change the cache has stored.
    var stored: UInt = 0
    /// The values that are being written, unless the cache has stored them or a later change.
    var writes: Set<ObjectIdentifier> = []

    mutating func endWrite(of value: AnyBox?) -> Bool {
      if writes.isEmpty { return false }
      return value.flatMap { writes.remove(ObjectIdentifier($0)) } != nil
    }
  }

  private let state: Lock<State>
  /// The record of the key; `nil` in a cache that saves nothing.
  let record: LoaderRecord?

  init(from revision: LoadRevision, _ value: AnyBox? = nil, _ record: LoaderRecord? = nil) {
    self.record = record
    let id = value.map(ObjectIdentifier.init)
    state = Lock(State(revision: revision, value: id, saved: id))
  }

  // While another thread is about to store a change, the changes before it are passed, too, and those
  // without a difference: when their calls return, the cache must have their effect.
  func kind(of snapshot: LoadSnapshot) -> Kind {
    let (revision, decision) = (snapshot.core.revision, snapshot.decision)
    let value = snapshot.slots.value.map { ObjectIdentifier($0.value) }
    let saved = snapshot.saved.map { ObjectIdentifier($0.value) }
    return state.withLock { state in
      if decision <= state.stored {
        _ = state.endWrite(of: snapshot.slots.value?.value)
        return snapshot.isFailure ? .state : .none
      }
      if decision <= state.newest { return .state }
      let (before, isStored) = (state.revision, state.newest == state.stored)
      let (isSameValue, isSameSaved) = (state.value == value, state.saved == saved)
      (state.newest, state.revision) = (decision, revision)
      (state.value, state.saved) = (value, saved)
      if before == revision, isStored, isSameValue, isSameSaved {
        state.stored = decision
        return .none
      }
      if value == nil { return .state }
      if revision.asOf != before.asOf { return .value }
      if !isSameSaved { return .edit }
      return isSameValue ? .state : .unsavedEdit
    }
  }

  /// Records a change that the cache has stored; called under the lock of the cache.
  func recordStored(_ snapshot: LoadSnapshot) {
    state.withLock { state in
      state.stored = max(state.stored, snapshot.decision)
      _ = state.endWrite(of: snapshot.slots.value?.value)
    }
  }

  /// Records that a value is being written, until ``endWrite(of:)``.
  func startWrite(of value: AnyBox) {
    state.withLock { _ = $0.writes.insert(ObjectIdentifier(value)) }
  }

  /// Returns true if the cache has stored neither the value nor a later change.
  func endWrite(of value: AnyBox) -> Bool { state.withLock { $0.endWrite(of: value) } }
}
