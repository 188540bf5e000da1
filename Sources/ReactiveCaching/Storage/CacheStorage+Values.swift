import Foundation
import IssueReporting
import ReactiveLoading
public import ReactiveRelays
public import Synchronization

// Intents and values of keys, and the limits.

extension CacheStorage {
  /// Changes the priority of an interest; no code of the caller runs.
  func change(_ anyEntry: AnyCacheEntry, from before: LoadPriority, to priority: LoadPriority) {
    locked { updateQueue(anyEntry, anyEntry.core.change(from: before, to: priority)) }
  }

  func retry(_ anyEntry: AnyCacheEntry) {
    let entry = entry(anyEntry)
    let loader = machine.withLock { machine in
      entry.core.contents == .failure ? self.loader(of: entry, ifActive: &machine) : entry.loader
    }
    loader.map(typed)?.retry()
  }

  func refresh(_ anyEntry: AnyCacheEntry) {
    let entry = entry(anyEntry)
    let isEmpty = locked { entry.core.contents == .empty }
    let loader = machine.withLock { self.loader(of: entry, ifActive: &$0) }.map(typed)
    // After a reset of the cache, the loader has no request.
    if isEmpty { loader?.loadIfNeeded(entry.key) } else { loader?.refresh() }
  }

  func revalidate(_ anyEntry: AnyCacheEntry) {
    machine.withLock { self.loader(of: entry(anyEntry), ifActive: &$0) }.map(typed)?.revalidate()
  }

  private func loader(of entry: Entry, ifActive machine: inout Machine) -> CachedLoader? {
    entry.core.isActive ? loader(of: entry, &machine) : nil
  }
}

// MARK: Reading

extension CacheStorage {
  /// Returns the value of a key if it is fresh and, for a caller that joins loads, no load runs.
  @inlinable
  func value(for key: Key, unlessLoading: Bool = false) -> Value? {
    isTimed.load(ordering: .relaxed)
      ? timedValue(for: key, unlessLoading: unlessLoading)
      : machine.withLock { $0.read(key, at: 0, unlessLoading: unlessLoading) }
  }

  @usableFromInline
  func timedValue(for key: Key, unlessLoading: Bool) -> Value? {
    let now = elapsed.now()
    let machine = machine.acquire()
    // NB: A key that is not cached is hashed once, and looks up no type.
    guard let row = machine.pointee.table.rows[key] else {
      self.machine.release()
      return nil
    }
    let value = machine.pointee.read(
      row: Int(row),
      at: now.wholeNanoseconds,
      unlessLoading: unlessLoading
    )
    self.machine.release()
    if let value {
      if loading.isObserved { record(.hit, key) }
      return value
    }
    expire(key, at: now)
    return nil
  }

  private func expire(_ key: Key, at now: Duration) {
    let expired = machine.acquire().pointee.expire(key, at: now)
    machine.release()
    if expired != nil { publishExpired(key) }
  }

  /// Not inlined, so that a hit needs no metadata of events.
  @inline(never)
  func publishExpired(_ key: Key) { publish(.expired(key)) }

  func state(for key: Key) -> Loadable<Value, Failure> {
    if let entry = entry(for: key) { state(of: entry) } else { .notRequested }
  }

  /// Returns the value or the previous value of a key, fresh or stale, without its state.
  // NB: A state would look up its types.
  func latest(for key: Key) -> Value? { latestBox(for: key)?.assumed(of: Value.self).value }

  /// Returns the date of the record that the value or the previous value of a key comes from.
  func savedAt(for key: Key) -> Date? { latestBox(for: key)?.savedAt }

  @inline(__always)
  private func latestBox(for key: Key) -> AnyBox? {
    guard let entry = entry(for: key) else { return nil }
    machine.raw.acquire()
    let (loader, settled) = (entry.loader, entry.state.value)
    machine.raw.release()
    return if let loader { loader.shell.latest } else { settled }
  }

  /// Returns the value that the cache has stored for a key, fresh or stale.
  ///
  /// New interests decide by it. The value of the state may be a result that is about to be stored.
  func storedValue(for key: Key) -> Value? {
    guard let entry = entry(for: key) else { return nil }
    return locked { entry.state.value }?.assumed(of: Value.self).value
  }

  /// Returns the entry of a key, a copy while the key is inactive, whose state alone is current.
  private func entry(for key: Key) -> Entry? {
    let now = now
    // NB: As in `timedValue`, for the same reason.
    let machine = machine.acquire()
    guard let row = machine.pointee.table.rows[key] else {
      self.machine.release()
      return nil
    }
    let isExpired = machine.pointee.table.isExpired(Int(row), at: now)
    let entry = isExpired ? nil : machine.pointee.table[Int(row)]
    self.machine.release()
    if isExpired { expire(key, at: now) }
    return entry
  }
}

// MARK: Writing

extension CacheStorage {
  func set(_ value: Value, for key: Key) {
    let (value, staleAt) = (Box(value), loading.freshness.end(from: now) ?? .distantFuture)
    write(value, for: key, staleAt: staleAt, on: metadata(value))
  }

  private func write(
    _ value: Box<Value>,
    for key: Key,
    staleAt: Duration,
    on metadata: CacheEntryMetadata
  ) {
    let saved = savedRecord(of: key)
    let result = machine.withLock { machine in
      let result = machine.write(key, .loaded(value, staleAt: staleAt), on: metadata)
      if result.loader == nil { saved?.save(value, [.loaded(age: .zero)], metadata) }
      return result
    }
    perform(result.release)
    if let (relay, state) = result.pending { relay.deliver(state) }
    guard let (id, loader) = result.loader else {
      if loading.isObserved { record(.set(value.value), key) }
      return
    }
    guard let loader else { return }
    loader.filter.startWrite(of: value)
    typed(loader).storage.set(value)
    let hasEnded = machine.withLock { $0.loads[id] == nil }
    // NB: If the use of the key had ended before, neither this value nor a later one was stored.
    if loader.filter.endWrite(of: value), hasEnded {
      write(value, for: key, staleAt: staleAt, on: metadata)
    }
  }

  func invalidate(_ key: Key) {
    let saved = savedRecord(of: key)
    let (isCached, loader) = machine.withLock { machine in
      if let saved { machine.markStale(saved, machine.table[key]) }
      return (machine.table.row(of: key) != nil, machine.invalidate(key))
    }
    guard let loader else {
      if isCached, loading.isObserved { record(.invalidated, key) }
      return
    }
    typed(loader).invalidate()
    // A result that has arrived in between is still fresh if the use of the key ended before this.
    if machine.withLock({ $0.table[key]?.loader !== loader }) { invalidate(key) }
  }

  func invalidate(_ anyEntry: AnyCacheEntry) {
    let entry = entry(anyEntry)
    let saved = savedRecord(of: entry.key)
    let loader = machine.withLock { machine in
      if let saved { machine.markStale(saved, entry) }
      return machine.invalidate(entry)
    }
    loader.map(typed)?.invalidate()
    if loader == nil, loading.isObserved { record(.invalidated, entry.key) }
  }

  func isInUse(_ key: Key) -> Bool { machine.withLock { $0.table[key]?.core.isNeeded ?? false } }

  func refresh(_ key: Key) {
    let entry = machine.withLock { $0.table[key] }
    if let entry, machine.withLock({ _ in entry.core.isNeeded }) {
      refresh(entry)
    } else {
      invalidate(key)
    }
  }

  func remove(_ key: Key) {
    let saved = savedRecord(of: key)
    let removed = machine.withLock { machine in
      saved?.remove()
      return machine.remove(key)
    }
    withExtendedLifetime(removed) {}
  }

  func removeAll() {
    // In one step, so that nothing from before is saved after the removal.
    let (removed, removal) = machine.withLock { machine in
      (machine.table.keys.map { machine.remove($0) }, records?.removeAll())
    }
    withExtendedLifetime(removed) {}
    removal.map(waitForRemoval)
  }

  /// Marks all values as stale, also those of records.
  func invalidateAll() {
    markAllRecords()
    for key in keys { invalidate(key) }
  }

  func refreshAll() {
    markAllRecords()
    for key in keys { refresh(key) }
  }

  func markAllRecords() {
    if let records { locked { records.markAll() } }
  }

  func removeUnused(_ key: Key) {
    let removed = machine.withLock { machine in
      machine.usedEntry(of: key) == nil ? machine.remove(key) : nil
    }
    withExtendedLifetime(removed) {}
  }

  func trim(to share: Double) { perform(machine.withLock { $0.trim(to: share) }) }

  var keys: [Key] { machine.withLock { $0.table.keys } }

  /// Ends the loads without interests of others.
  func close() {
    streams.cancel()
    perform(machine.withLock { $0.close() })
    events.finish()
  }
}

// MARK: Limits

extension CacheStorage {
  func limit(to limits: CacheLimits) {
    if policy.cost == nil, limits.cost != nil || limits.largestCost != nil { reportNoCosts() }
    if limits.timeToLive != nil { isTimed.store(true, ordering: .relaxed) }
    let limits = limits.valid(hasCosts: policy.cost != nil)
    let now = now
    perform(machine.withLock { $0.limit(to: limits, now: now) })
  }

  private func reportNoCosts() {
    reportIssue(
      """
      `LoaderCache.limits`: expected a policy with a `CacheCost` to limit the cost, but the policy has \
      none, so the limit has no effect. Create the cache with a `CachePolicy(cost:)`; use \
      `.limit(.max) { … }` if the limit is set later.
      """
    )
  }
}
