/// The value of a loader that is saved, as far as its snapshots have arrived, in any order.
///
/// It takes one snapshot and returns the operations on the records; it is not generic.
struct SavedLoadState: Sendable {
  /// The newest confirmed value.
  fileprivate struct Saved {
    var value: AnyBox
    let request: AnyBox
    let key: String
    /// The ticket at which it was requested or set; zero for a restored value.
    let asOf: UInt
    var isStale: Bool
    /// False for a partial value over which the load has failed, and for its edits.
    var isConfirmed = true
  }

  /// The values that a snapshot has replaced, which may be the last references to them.
  struct Replaced: Sendable {
    fileprivate var newest: LoadSnapshot?
    fileprivate var saved: Saved?
  }

  /// The newest decision with the value of a key, which was not the last key.
  private struct Earlier {
    let key: String
    let decision: UInt
  }

  /// The number of earlier keys for which the order of late snapshots is known.
  private static var limit: Int { 8 }

  /// The request of a loader without requests; `nil` for another.
  let onlyRequest: AnyBox?
  /// The last value that was read from its record.
  private(set) var restored: AnyBox?
  private(set) var resets: UInt = 0
  /// The number of resets of scopes, which remove all records.
  private(set) var scopeResets: UInt32 = 0
  /// The removal of all records by the last one.
  var removal: ScopeRemoval?
  private var invalidations: UInt32 = 0
  /// True if a loader without requests was invalidated, and its value is not in memory.
  private(set) var isRecordStale = false
  /// The number of changes, for a compare-and-swap.
  private(set) var version: UInt = 0
  private(set) var isClosed = false
  private var newest: LoadSnapshot?
  private var saved: Saved?
  private var earlier: [Earlier] = []

  init(onlyRequest: AnyBox?, restored: AnyBox?) {
    (self.onlyRequest, self.restored) = (onlyRequest, restored)
  }

  mutating func close() { (isClosed, version) = (true, version + 1) }

  mutating func setRestored(_ value: AnyBox) { (restored, version) = (value, version + 1) }

  /// Handles a snapshot and returns the operations; `key` is code of the caller.
  mutating func receive(_ snapshot: LoadSnapshot, key: (AnyBox) -> String) -> [RecordOperation] {
    version += 1
    if snapshot.resets < resets { return receiveFromBeforeReset(snapshot, key) }
    var removed: [RecordOperation] = []
    if snapshot.resets > resets {
      let removesAll = snapshot.scopeResets != scopeResets
      if !removesAll { removed = removals(of: requests(of: newest), key) }
      scopeResets = snapshot.scopeResets
      (resets, newest, saved, earlier) = (snapshot.resets, nil, nil, [])
      isRecordStale = false
    }
    if let newest, snapshot.decision < newest.decision { return receiveLate(snapshot, key) }
    newest = snapshot
    return removed + receiveNewest(snapshot, key)
  }
}

// MARK: In order

extension SavedLoadState {
  /// Handles the newest snapshot if it has no value, so that nothing is saved.
  ///
  /// No code of the caller runs, so it may be called under a lock.
  ///
  /// - Parameters:
  ///   - snapshot: The state after any decision.
  ///   - replaced: Receives what the snapshot has replaced.
  /// - Returns: False for another snapshot, which ``receive(_:key:)`` handles.
  mutating func receiveWithoutValue(_ snapshot: LoadSnapshot, _ replaced: inout Replaced) -> Bool {
    guard !isClosed, snapshot.resets == resets, snapshot.confirmed == nil,
      newest.map({ $0.decision < snapshot.decision }) ?? true
    else { return false }
    replaced = Replaced(newest: newest, saved: saved)
    version += 1
    newest = snapshot
    dropSaved(snapshot)
    return true
  }

  /// Handles the newest snapshot if it has no value of a request.
  private mutating func dropSaved(_ snapshot: LoadSnapshot) {
    if snapshot.invalidations > invalidations, onlyRequest != nil { isRecordStale = true }
    invalidations = snapshot.invalidations
    store(nil, snapshot.decision)
  }

  private mutating func receiveNewest(
    _ snapshot: LoadSnapshot,
    _ key: (AnyBox) -> String
  ) -> [RecordOperation] {
    guard let value = snapshot.confirmed, let request = value.request ?? onlyRequest,
      let asOf = snapshot.core.settled.asOf
    else {
      dropSaved(snapshot)
      return []
    }
    let isInvalidated = snapshot.invalidations > invalidations
    invalidations = snapshot.invalidations
    let isStale = snapshot.isStale
    guard var saved, saved.asOf == asOf, saved.request === request else {
      let key = key(request)
      let new = Saved(value: value.value, request: request, key: key, asOf: asOf, isStale: isStale)
      store(new, snapshot.decision)
      defer { isRecordStale = false }
      return receiveNew(snapshot)
    }
    let isEdited = saved.value !== value.value
    // A failed state has no mark of the value under it.
    let isMarked = !saved.isStale && (isStale || isInvalidated)
    if !isEdited, !isMarked { return [] }
    (saved.value, saved.isStale) = (value.value, saved.isStale || isMarked)
    self.saved = saved
    guard saved.isConfirmed else { return [] }
    return (isEdited ? [save(saved, .edited)] : []) + (isMarked ? [save(saved, .stale)] : [])
  }

  /// Returns the operations for a value that was loaded, set or restored.
  private mutating func receiveNew(_ snapshot: LoadSnapshot) -> [RecordOperation] {
    guard let saved else { return [] }
    if saved.asOf == 0 {
      // A confirmed edit may have changed it in the same decision.
      let isEdited = saved.value !== restored
      let isMarked = isRecordStale || snapshot.core.run?.isOutdated == true
      return (isEdited ? [save(saved, .edited)] : []) + (isMarked ? [save(saved, .stale)] : [])
    }
    guard case .loaded = snapshot.core.settled else {
      self.saved?.isConfirmed = false
      return []
    }
    let new = save(saved, .loaded(age: saved.value.ageWhenSet))
    return snapshot.isInvalidated(saved.value) ? [new, save(saved, .stale)] : [new]
  }

  private func save(_ saved: Saved, _ kind: SaveKind) -> RecordOperation {
    .save(saved.value, key: saved.key, of: saved.request, kind)
  }

  private mutating func store(_ new: Saved?, _ decision: UInt) {
    if let saved, saved.key != new?.key { record(Earlier(key: saved.key, decision: decision)) }
    saved = new
  }

  private mutating func record(_ new: Earlier) {
    earlier.removeAll { $0.key == new.key }
    earlier.append(new)
    if earlier.count > Self.limit { earlier.removeFirst() }
  }
}

// MARK: Late snapshots

extension SavedLoadState {
  /// Saves a loaded value that another one has replaced in the loader.
  ///
  /// It does nothing if a newer value of its key was saved.
  private mutating func receiveLate(
    _ snapshot: LoadSnapshot,
    _ key: (AnyBox) -> String
  ) -> [RecordOperation] {
    guard case .loaded(let asOf, _) = snapshot.core.settled, asOf > 0,
      let value = snapshot.confirmed, let request = value.request ?? onlyRequest
    else { return [] }
    let key = key(request)
    if let saved, saved.key == key {
      // The value is no partial one, as it seemed when it was first seen under a failure.
      guard !saved.isConfirmed, saved.asOf == asOf else { return [] }
      self.saved?.isConfirmed = true
      return [save(saved, .loaded(age: saved.value.ageWhenSet))]
    }
    let decision = snapshot.decision
    if let known = earlier.first(where: { $0.key == key }) {
      if known.decision > decision { return [] }
    } else if earlier.count == Self.limit, earlier.allSatisfy({ $0.decision > decision }) {
      return []
    }
    record(Earlier(key: key, decision: decision))
    return [.save(value.value, key: key, of: request, .loaded(age: value.value.ageWhenSet))]
  }

  /// Removes the records of requests that were not known at the reset.
  private func receiveFromBeforeReset(
    _ snapshot: LoadSnapshot,
    _ key: (AnyBox) -> String
  ) -> [RecordOperation] {
    if onlyRequest != nil { return [] }
    return removals(of: requests(of: snapshot), key).filter { removal in
      guard case .remove(let key, _) = removal else { return true }
      return saved?.key != key && !earlier.contains { $0.key == key }
    }
  }

  private func removals(of requests: [AnyBox], _ key: (AnyBox) -> String) -> [RecordOperation] {
    var keys: Set<String> = []
    return requests.compactMap { request in
      let key = key(request)
      return keys.insert(key).inserted ? .remove(key: key, of: request) : nil
    }
  }

  /// The requests of a loader: the running one, that of its value or failure, and the last one.
  private func requests(of snapshot: LoadSnapshot?) -> [AnyBox] {
    if let onlyRequest { return [onlyRequest] }
    guard let slots = snapshot?.slots else { return [] }
    return [slots.running, slots.settledRequest, slots.value?.request, slots.last]
      .compactMap { $0 }
  }
}

extension LoadSnapshot {
  /// True if the settled value is stale, whatever the time.
  fileprivate var isStale: Bool {
    if case .loaded(_, staleAt: .distantPast?) = core.settled { true } else { false }
  }

  /// Returns whether a new value is stale because its load was invalidated.
  package func isInvalidated(_ value: AnyBox) -> Bool { isStale && isNew(value) }

  /// Returns whether only an invalidation makes a new value stale at once.
  package func isNew(_ value: AnyBox) -> Bool {
    core.policy.freshness != .never && value.ageWhenSet == .zero
  }
}
