import ReactiveLoadable

// The loads of a cache, and their queue.

extension CacheReference {
  mutating func start(_ id: Int, _ cause: LoadCause) {
    guard let index = index(of: id) else { return }
    let hides = rules.previous == .never && cause == .load
    entries[index].work = Work(cause: cause, shown: hides ? nil : entries[index].settled.text)
    counts.loads += 1
    enqueue(id)
  }

  /// Restarts a load whose value would be stale already.
  mutating func restart(_ id: Int) {
    guard let index = index(of: id), let work = entries[index].work else { return }
    dequeue(id)
    let hides = rules.previous == .never && work.cause == .load
    let shown = hides ? nil : work.shown ?? entries[index].settled.text
    entries[index].work = Work(cause: work.cause, shown: shown)
    counts.loads += 1
    enqueue(id)
  }

  /// Ends the delay before the next attempt of a load.
  mutating func attempt(_ id: Int) {
    guard let index = index(of: id) else { return }
    entries[index].work?.phase = .attempt
    entries[index].work?.isOutdated = false
    enqueue(id)
  }

  /// Starts a call of the load function; returns false if it is unexpected.
  mutating func starts(call: Int, _ key: String) -> Bool {
    let wantedIndex = wanted.firstIndex { id in entries.contains { $0.id == id && $0.key == key } }
    guard let wantedIndex, let index = index(of: wanted.remove(at: wantedIndex)) else {
      return false
    }
    entries[index].work?.call = call
    return true
  }

  /// Ends a call with its result, which may be too late.
  mutating func ends(call: Int, _ result: CacheScript.Result) {
    guard let index = entries.firstIndex(where: { $0.work?.call == call }) else { return }
    let id = entries[index].id
    entries[index].work?.call = nil
    switch result {
    case .text(let text): succeed(index, text)
    case .failure: fail(index)
    case .cancelled: entries[index].work = nil
    }
    dequeue(id)
    if entries[index].work == nil, entries[index].interests.isEmpty { end(id) }
    endPrefetches()
  }

  private mutating func succeed(_ index: Int, _ text: String) {
    let (entry, settled) = (entries[index], fresh(text))
    entries[index].work = nil
    entries[index].settled = entry.work?.isOutdated == true ? settled.stale : settled
    guard !entry.isRemoved else { return }
    records[entry.key] = Record(settled: entries[index].settled, expiry: expiry)
    cache(entry.key)
  }

  private mutating func fail(_ index: Int) {
    guard let work = entries[index].work else { return }
    if work.retries < rules.retries {
      entries[index].work?.retries += 1
      // A request made now follows all invalidations.
      entries[index].work?.isOutdated = false
      entries[index].work?.phase = .delay(until: now + rules.retryDelay)
      return
    }
    let key = entries[index].key
    entries[index].work = nil
    entries[index].settled = .failed(work.cause, over: work.shown)
    guard !entries[index].isRemoved, var record = records[key] else { return }
    counts.failures += 1
    record.failures += 1
    record.settled = entries[index].settled
    if work.shown == nil { record.expiry = nil }
    record.backoffEnd = rules.rest(after: record.failures).map { now + $0 }
    records[key] = record
    cache(key)
  }
}

// MARK: The queue

extension CacheReference {
  private mutating func enqueue(_ id: Int) {
    guard let index = index(of: id) else { return }
    if running.count < rules.limit {
      running.append(id)
      wanted.append(id)
    } else {
      waiting[entries[index].priority.rawValue].append(id)
    }
  }

  /// Removes the load of an entry from its slot or from the queue.
  mutating func dequeue(_ id: Int) {
    wanted.removeAll { $0 == id }
    for priority in waiting.indices { waiting[priority].removeAll { $0 == id } }
    guard let index = running.firstIndex(of: id) else { return }
    running.remove(at: index)
    if running.count < rules.limit { startNext() }
  }

  /// Starts the load of the highest priority that has waited longest, or shortest.
  mutating func startNext() {
    guard let index = waiting.lastIndex(where: { !$0.isEmpty }) else { return }
    let next = rules.isNewestFirst ? waiting[index].removeLast() : waiting[index].removeFirst()
    running.append(next)
    wanted.append(next)
  }

  /// Sets the priority of an entry's loads to the highest of its interests.
  mutating func prioritize(_ id: Int) {
    guard let index = index(of: id) else { return }
    let before = entries[index].priority
    let priority = entries[index].interests.values.max() ?? .veryLow
    entries[index].priority = priority
    guard priority != before, waiting[before.rawValue].contains(id) else { return }
    waiting[before.rawValue].removeAll { $0 == id }
    waiting[priority.rawValue].insert(
      id,
      at: before < priority ? waiting[priority.rawValue].count : 0
    )
  }
}
