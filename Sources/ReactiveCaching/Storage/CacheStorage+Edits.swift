import ReactiveLoading
import ReactiveRelays

// The edits of keys, by the app and by the writes of mutations.

extension CacheStorage {
  /// Changes the value of a key and the result of its load in flight.
  ///
  /// The loader of the key decides, in order with its other changes; an interest keeps it open.
  func edit(_ key: Key, _ change: @escaping @Sendable (inout Value) -> Void) {
    let now = now
    let held = machine.withLock { machine -> HeldLoader? in
      guard let row = machine.table.row(of: key), !machine.table.isExpired(row, at: now),
        let entry = machine.table[row], entry.loader != nil || entry.state.value != nil
      else { return nil }
      return hold(machine.entry(key), &machine)
    }
    guard let held else { return }
    cancelGrace(of: held)
    typed(held.loader).storage.edit(for: key, change)
    removeHold(of: held.entry)
  }

  /// Returns the loader of a key for a step of an edit by a write.
  ///
  /// From the first step of the edit until both were performed, the loader is held, so that it
  /// keeps the edit: the key is not evicted, and its state, also an empty one, is that of the
  /// loader. `key` is code of the caller, which runs outside the lock.
  func place(of id: LoadEditID, _ key: () -> Key) -> EditPlace {
    if let held = machine.withLock({ edited(id, &$0) }) { return place(of: held, id) }
    let key = key()
    let now = now
    let (held, expired) = machine.withLock { machine -> (HeldLoader, AnyCacheEntry?) in
      // Another thread may have begun the other step in between.
      if let held = edited(id, &machine) { return (held, nil) }
      let expired = machine.expire(key, at: now)
      let entry = machine.entry(key)
      machine.edited[id] = EditedEntry(entry: entry)
      return (hold(entry, &machine), expired)
    }
    if expired != nil { publishExpired(key) }
    return place(of: held, id)
  }

  private func place(of held: HeldLoader, _ id: LoadEditID) -> EditPlace {
    cancelGrace(of: held)
    return EditPlace(held.loader.shell) { [self] in didPerformStep(of: id, on: held.entry) }
  }

  /// Releases the loader after both steps of an edit, which threads perform in any order.
  private func didPerformStep(of id: LoadEditID, on entry: AnyCacheEntry) {
    let isLast = machine.withLock { machine in
      guard machine.edited[id]?.hasStep == true else {
        machine.edited[id]?.hasStep = true
        return false
      }
      machine.edited[id] = nil
      return true
    }
    if isLast { removeHold(of: entry) }
  }

  /// Returns the loader that the first step of an edit holds; called under the lock.
  private func edited(_ id: LoadEditID, _ machine: inout Machine) -> HeldLoader? {
    guard let entry = machine.edited[id].map({ entry($0.entry) }) else { return nil }
    return (entry, loader(of: entry, &machine), nil)
  }

  private typealias HeldLoader = (entry: Entry, loader: CachedLoader, cancelledGrace: UInt?)

  /// Holds the loader of a key; called under the lock.
  private func hold(_ entry: Entry, _ machine: inout Machine) -> HeldLoader {
    let ticket = machine.core.hold(entry)
    return (entry, loader(of: entry, &machine), ticket)
  }

  private func cancelGrace(of held: HeldLoader) {
    if let ticket = held.cancelledGrace { held.loader.cancelGrace(ticket) }
  }

  private func removeHold(of entry: AnyCacheEntry) {
    locked { entry.core.releaseHold() }
    removeInterest(entry, at: .veryLow)
  }
}
