import ReactiveRelays

/// A filter of the snapshots of a loader.
///
/// It saves each confirmed value, and removes the records of a loader that is reset.
///
/// Snapshots arrive in any order, so it keeps the newest decision. It calls the records under its
/// lock, so that they receive the values of a key in order: these calls only add an operation to a
/// queue. The function that makes keys is code of the caller, and runs outside the lock.
@usableFromInline
package final class SavedLoadFilter: Sendable {
  let records: any LoadRecords
  private let areSame: @Sendable (AnyBox, AnyBox) -> Bool
  private let isWithoutRequests: Bool
  private let state: Lock<SavedLoadState>

  /// Creates the filter of a loader that starts without a value, or with one that is not saved.
  package init<Request: Hashable & Sendable>(
    _ records: any LoadRecords,
    requests: Request.Type,
    from value: AnyBox? = nil
  ) {
    self.records = records
    areSame = { $0.assumed(of: Request.self).value == $1.assumed(of: Request.self).value }
    isWithoutRequests = Request.self == NoRequest.self
    let onlyRequest = isWithoutRequests ? Box(NoRequest()) : nil
    state = Lock(SavedLoadState(onlyRequest: onlyRequest, restored: value))
  }

  /// Saves the value of a snapshot, if it is new and confirmed, or removes the records of a reset.
  package func receive(_ snapshot: LoadSnapshot) {
    var replaced = SavedLoadState.Replaced()
    // The replaced values are released outside the lock.
    if state.withLock({ $0.receiveWithoutValue(snapshot, &replaced) }) { return }
    while true {
      // The old state is released outside the lock.
      let before = state.withLock { $0 }
      if before.isClosed { return }
      var after = before
      let operations = after.receive(snapshot) { records.key(of: $0) }
      let isCommitted = state.withLock { state in
        guard state.version == before.version else { return false }
        state = after
        if after.scopeResets != before.scopeResets { state.removal = records.removeAll() }
        for operation in operations { records.add(operation) }
        return true
      }
      if isCommitted { return }
    }
  }

  /// Ignores all later snapshots, for instance after the record was removed.
  package func close() { state.withLock { $0.close() } }

  /// The removal of all records by the last reset of a scope.
  ///
  /// A reset that was refused starts it here.
  var removalOfAll: ScopeRemoval { state.withLock { $0.removal } ?? records.removeAll() }

  /// Records the value that the core may take as restored, so that it is not saved again.
  func recordRestored(_ value: AnyBox) {
    let before = state.withLock { state in
      defer { state.setRestored(value) }
      return state.restored
    }
    withExtendedLifetime(before) {}
  }

  /// Returns a value as it was read, or stale after an invalidation before its read.
  func marked(_ value: RestoredValue) -> RestoredValue {
    let isStale = value.isStale || state.withLock { $0.isRecordStale }
    return RestoredValue(value: value.value, age: value.age, isStale: isStale)
  }

  /// Returns whether a value belongs to a request.
  func belongs(_ value: LoadedValue, to request: AnyBox) -> Bool {
    guard let own = value.request else { return isWithoutRequests }
    return areSame(own, request)
  }
}
