import CombineShim
import ReactiveLoading
import ReactiveRelays

// The calls of a scope of loads.

extension CacheStorage {
  /// The number of keys that are cached or in use, of all keys or of some.
  func count(of keys: [Key]?) -> Int {
    machine.withLock { machine in
      guard let keys else { return machine.table.rows.count }
      return keys.count { machine.table.rows[$0] != nil }
    }
  }

  /// Returns those of some keys that are cached or in use.
  func cachedKeys(_ keys: [Key]) -> [Key] {
    machine.withLock { machine in keys.filter { machine.table.rows[$0] != nil } }
  }

  /// Marks values as stale, and calls a closure with the keys that have a load or are in use.
  func revalidate(_ keys: [Key]?, _ revalidate: (KeyLoad<Key, Value, Failure>) -> Void) {
    if keys == nil { markAllRecords() }
    for key in keys ?? self.keys {
      let saved = savedRecord(of: key)
      // In one step, so that no new interest takes the value as fresh in between.
      let (entry, isCached) = machine.withLock { machine in
        let entry = machine.usedEntry(of: key)
        if entry == nil {
          if let saved { machine.markStale(saved, machine.table[key]) }
          _ = machine.invalidate(key)
        }
        return (entry, machine.table.row(of: key) != nil)
      }
      if let entry {
        revalidate(load(entry))
      } else if isCached, loading.isObserved {
        record(.invalidated, key)
      }
    }
  }

  /// The keys that are in use.
  var loadsInUse: [KeyLoad<Key, Value, Failure>] {
    machine.withLock { machine in machine.usedEntries.filter { $0.core.interests.areNeeded } }
      .map { load($0.assumed()) }
  }

  /// The keys that have a load or are in use.
  var usedLoads: [KeyLoad<Key, Value, Failure>] {
    machine.withLock { $0.usedEntries }.map { load($0.assumed()) }
  }

  private func load(_ entry: Entry) -> KeyLoad<Key, Value, Failure> {
    KeyLoad(storage: self, entry: entry)
  }

  /// Removes all values, also from the states of keys in use, and cancels all loads.
  ///
  /// A key in use continues with its interests, as not requested.
  ///
  /// - Returns: The removal of all records; `nil` for a cache that saves nothing.
  func reset() -> ScopeRemoval? {
    let removal = resetOnce(removingRecords: true)
    resets.accept(())
    return removal
  }

  private func resetOnce(removingRecords: Bool) -> ScopeRemoval? {
    // In one step, so that nothing from before is saved after the removal.
    let (loads, release, removal) = machine.withLock { machine in
      let release = machine.removeUnused()
      let entries = machine.usedEntries.map(entry)
      let loads = entries.map { (entry: $0, loader: loader(of: $0, &machine)) }
      for load in loads { load.loader.filter.record?.resets += 1 }
      return (loads, release, removingRecords ? records?.removeAll() : nil)
    }
    perform(release)
    for load in loads { typed(load.loader).reset() }
    // The use of a key may have ended before the reset of its loader: its value is still cached.
    let isCached = machine.withLock { machine in
      loads.contains { entry, loader in
        entry.loader !== loader && machine.table[entry.key]?.state.isEmpty == false
      }
    }
    if isCached { _ = resetOnce(removingRecords: false) }
    return removal
  }

  fileprivate func scopedState(of entry: Entry) -> ScopedState {
    machine.raw.acquire()
    let (loader, isInUse) = (entry.loader, entry.core.interests.areNeeded)
    machine.raw.release()
    let state = loader?.shell.scopedState
    return ScopedState(
      isInUse: isInUse,
      running: state?.running,
      isWaiting: state?.isWaiting ?? false,
      isOutdated: state?.isOutdated ?? false
    )
  }
}

extension CacheStateMachine {
  /// Returns the entry of a key that has a load or is in use.
  func usedEntry(of key: Key) -> Entry? {
    guard let row = table.row(of: key), let entry = table.active[row], entry.isUsed else {
      return nil
    }
    return entry.assumed()
  }

  /// The entries that have a load or are in use, also those of removed keys.
  var usedEntries: [AnyCacheEntry] {
    let removed = removedEntries.inOrder(of: \.key).map(\.value)
    return table.active.compactMap { $0.flatMap { $0.isUsed ? $0 : nil } } + removed
  }

  /// Removes the keys that are not in use and have no load, and the backoffs of all others.
  mutating func removeUnused() -> CacheRelease {
    var release = CacheRelease()
    for key in table.keys {
      guard let row = table.row(of: key) else { continue }
      if let entry = table.active[row], entry.isUsed {
        (entry.core.failures, entry.core.backoffEnd) = (0, .distantPast)
      } else if let entry = remove(row) {
        release.objects.append(entry)
      }
    }
    return release
  }
}

/// The load of one key, as a scope calls it.
struct KeyLoad<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: ScopedLoad {
  fileprivate let storage: CacheStorage<Key, Value, Failure>
  fileprivate let entry: CacheEntry<Key, Value, Failure>

  var scopedState: ScopedState { storage.scopedState(of: entry) }

  func performForScope(_ intent: ScopedIntent) {
    switch intent {
    case .invalidate: storage.invalidate(entry.key)
    case .revalidate: storage.revalidate(entry)
    case .retry: storage.retry(entry)
    }
  }

  func follow(_ settled: @escaping @Sendable (Self?) -> Void) -> any Cancellable {
    let states = RelaySource(storage.relay(of: entry)).following
    return states.subscribe { [weak storage, weak entry] state in
      if state.isLoading { return }
      guard let storage, let entry else { return settled(nil) }
      settled(Self(storage: storage, entry: entry))
    } finish: {
      settled(nil)
    }
  }
}
