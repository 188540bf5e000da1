import ReactiveLoadable

// The loads of a cache, and their queue.

extension CacheReference {
  mutating func start(_ id: Int, _ cause: LoadCause) {
    guard let index = index(of: id) else { return }
    let hides = rules.previous == .never && cause == .load
    entries[index].work = Work(cause: cause, shown: hides ? nil : entries[index].settled.text)
    counts.loads += 1
    enter(id)
  }

  /// Restarts a load whose value would be stale already.
  mutating func restart(_ id: Int) {
    guard let index = index(of: id), let work = entries[index].work else { return }
    stopTurn(id)
    let hides = rules.previous == .never && work.cause == .load
    let shown = hides ? nil : work.shown ?? entries[index].settled.text
    entries[index].work = Work(cause: work.cause, shown: shown)
    counts.loads += 1
    enter(id)
  }

  /// Ends the delay before the next attempt of a load.
  mutating func attempt(_ id: Int) {
    guard let index = index(of: id) else { return }
    entries[index].work?.phase = .attempt
    entries[index].work?.isOutdated = false
    enter(id)
  }

  /// Starts a call of the load function; returns false if it is unexpected.
  mutating func begins(call: Int, _ key: String) -> Bool {
    let place = wanted.firstIndex { id in entries.contains { $0.id == id && $0.key == key } }
    guard let place, let index = index(of: wanted.remove(at: place)) else { return false }
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
    stopTurn(id)
    if entries[index].work == nil, entries[index].interests.isEmpty { end(id) }
    endPrefetches()
  }

  private mutating func succeed(_ index: Int, _ text: String) {
    let (entry, settled) = (entries[index], fresh(text))
    entries[index].work = nil
    entries[index].settled = entry.work?.isOutdated == true ? settled.stale : settled
    guard !entry.isForgotten else { return }
    memory[entry.key] = Known(settled: entries[index].settled, expiry: expiry)
    keep(entry.key)
  }

  private mutating func fail(_ index: Int) {
    guard let work = entries[index].work else { return }
    if work.retries < rules.retries {
      entries[index].work?.retries += 1
      // A request made now follows all invalidations.
      entries[index].work?.isOutdated = false
      entries[index].work?.phase = .rest(until: now + rules.retryDelay)
      return
    }
    let key = entries[index].key
    entries[index].work = nil
    entries[index].settled = .failed(work.cause, over: work.shown)
    guard !entries[index].isForgotten, var known = memory[key] else { return }
    counts.failures += 1
    known.failures += 1
    known.settled = entries[index].settled
    if work.shown == nil { known.expiry = nil }
    known.restsUntil = rules.rest(after: known.failures).map { now + $0 }
    memory[key] = known
    keep(key)
  }
}

// MARK: The queue

extension CacheReference {
  private mutating func enter(_ id: Int) {
    guard let index = index(of: id) else { return }
    if turns.count < rules.limit {
      turns.append(id)
      wanted.append(id)
    } else {
      lines[entries[index].priority.rawValue].append(id)
    }
  }

  /// Removes the load of an entry from its slot or from the queue.
  mutating func stopTurn(_ id: Int) {
    wanted.removeAll { $0 == id }
    for priority in lines.indices { lines[priority].removeAll { $0 == id } }
    guard let turn = turns.firstIndex(of: id) else { return }
    turns.remove(at: turn)
    if turns.count < rules.limit { beginNext() }
  }

  /// Starts the load of the highest priority that has waited longest, or shortest.
  mutating func beginNext() {
    guard let line = lines.lastIndex(where: { !$0.isEmpty }) else { return }
    let next = rules.isNewestFirst ? lines[line].removeLast() : lines[line].removeFirst()
    turns.append(next)
    wanted.append(next)
  }

  /// Sets the priority of an entry's loads to the highest of its interests.
  mutating func prioritize(_ id: Int) {
    guard let index = index(of: id) else { return }
    let before = entries[index].priority
    let priority = entries[index].interests.values.max() ?? .veryLow
    entries[index].priority = priority
    guard priority != before, lines[before.rawValue].contains(id) else { return }
    lines[before.rawValue].removeAll { $0 == id }
    lines[priority.rawValue].insert(id, at: before < priority ? lines[priority.rawValue].count : 0)
  }
}
