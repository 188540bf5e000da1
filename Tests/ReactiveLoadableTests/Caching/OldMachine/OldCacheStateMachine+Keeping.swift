@testable import ReactiveLoadable

// The cached states, and their eviction.

extension OldCacheStateMachine {
  /// A change that the loader of an entry reports.
  struct News {
    let decision: UInt
    let load: UInt?
    let state: State
    /// The logical time at which the value was requested or written.
    let asOf: UInt?
    /// True if an invalidation made the result of the load in flight stale.
    let isOutdated: Bool
    /// True if the change is the failure of a load.
    let isFailure: Bool
    /// The cost and expiry of a new value; `nil` if the value is the same as before.
    var terms: OldCacheTerms?
  }

  struct Heard {
    var release = Release()
    /// The loader of the entry, if the change has ended the entry.
    var ended: Handle?
    /// The number of failed loads in a row, if another load of the key has failed.
    var failures: Int?
  }

  mutating func hear(_ news: News, of id: ID) -> Heard {
    var heard = Heard()
    guard var entry = entries[id] else { return heard }
    if let decision = entry.decision, decision >= news.decision {
      heard.failures = noteLate(news, entry, &heard.release)
      return heard
    }
    if let load = news.load, load != entry.load { counted.loads += 1 }
    (entry.decision, entry.load) = (news.decision, news.load)
    (entry.asOf, entry.isOutdated) = (news.asOf, news.isOutdated)
    entries[id] = entry
    if !entry.isForgotten { heard.failures = note(news, entry.row, &heard.release) }
    if entry.interests.isEmpty, news.load == nil {
      heard.ended = entry.handle
      heard.release.add(end(entry))
    }
    return heard
  }

  /// Stores a change of a loader; returns the number of failures in a row after another failure.
  private mutating func note(_ news: News, _ row: Int, _ release: inout Release) -> Int? {
    change(row, news, &release) { known in
      known.state = news.state
      if news.state.value == nil { known.terms = OldCacheTerms() }
    }
  }

  /// Stores a change that arrives after a later one: the cost of the current value, or its failure.
  ///
  /// It applies only if the value or the failure is still the current one.
  private mutating func noteLate(_ news: News, _ entry: Entry, _ release: inout Release) -> Int? {
    guard !entry.isForgotten, news.asOf == entry.asOf else { return nil }
    return change(entry.row, news, &release) { _ in }
  }

  /// Applies a change to the cached state of a key.
  private mutating func change(
    _ row: Int,
    _ news: News,
    _ release: inout Release,
    _ body: (inout Known) -> Void
  ) -> Int? {
    guard let before = table[row] else { return nil }
    release.known.append(before)
    var known = before
    body(&known)
    if let terms = news.terms { known.terms = upToDate(terms) }
    known.state = known.state.stale(noLaterThan: known.terms.staleAt)
    let failures = known.noteFailure(news.isFailure)
    if failures != nil { counted.failures += 1 }
    table.write(known, in: row)
    if news.terms != nil {
      keep(row, known, &release)
    } else if failures != nil || known.state.isNothing {
      keepAgain(row, known, &release)
    }
    return failures
  }

  /// Sets the time until which new interests do not retry a failure; `nil` for no retry.
  mutating func rest(_ key: Key, after failures: Int, until moment: Duration?) {
    guard let row = table.row(of: key), table[row]?.failures == failures else { return }
    table.change(row) { $0.restsUntil = moment }
  }

  /// Caches a new value, unless its cost is too large.
  private mutating func keep(_ row: Int, _ known: Known, _ release: inout Release) {
    if case .refused(let cost) = known.terms.price {
      counted.refusals += 1
      release.events.append(.refused(known.key, cost: cost))
    }
    keepAgain(row, known, &release)
  }

  /// Caches a value that was counted before, without publishing a refusal again.
  mutating func keepAgain(_ row: Int, _ known: Known, _ release: inout Release) {
    guard !known.state.isNothing, case .cost(let cost) = known.terms.price else {
      return forget(row, &release)
    }
    for row in memory.keep(row, cost: cost) { evict(row, &release) }
  }

  /// Releases the capacity of a row, and removes the row if its key has no interest.
  private mutating func forget(_ row: Int, _ release: inout Release) {
    memory.release(row)
    takeOut(row, &release)
  }

  private mutating func evict(_ row: Int, _ release: inout Release) {
    guard let key = table[row]?.key else { return }
    counted.evictions += 1
    release.events.append(.evicted(key))
    takeOut(row, &release)
  }

  private mutating func takeOut(_ row: Int, _ release: inout Release) {
    guard table[row]?.entry == nil, let known = remove(row) else { return }
    release.known.append(known)
  }

  /// Evicts values until the rest fit into a share of the capacity.
  mutating func trim(to share: Double) -> Release {
    var release = Release()
    for row in memory.makeRoom(within: memory.room.part(share)) { evict(row, &release) }
    return release
  }
}

extension OldCacheStateMachine.Release {
  mutating func add(_ other: Self) {
    known += other.known
    events += other.events
  }
}

// MARK: Writing

extension OldCacheStateMachine {
  /// Writes the value of a key without interests; returns the entry that must write it otherwise.
  mutating func write(_ known: Known) -> (entry: Entry?, release: Release) {
    var release = Release()
    if let entry = entry(of: known.key) { return (entry, release) }
    let row = table.row(of: known.key) ?? insert(Known(known.key))
    if let before = table[row] { release.known.append(before) }
    let known = Known(known.key, known.state, on: upToDate(known.terms))
    table.write(known, in: row)
    keep(row, known, &release)
    return (nil, release)
  }

  /// Marks the value of a key as stale; returns the loader that must do the same.
  mutating func invalidate(_ key: Key) -> Handle? {
    guard let row = table.row(of: key) else { return nil }
    table.change(row) { $0.state = $0.state.stale }
    return handle(of: key)
  }

  /// Removes a key; its interests keep their state, and later values of their entry are not cached.
  mutating func remove(_ key: Key) -> Known? {
    guard let row = table.row(of: key) else { return nil }
    if let id = table[row]?.entry { entries[id]?.isForgotten = true }
    return remove(row)
  }

  func entry(of key: Key) -> Entry? { table[key]?.entry.flatMap { entries[$0] } }

  func handle(of key: Key) -> Handle? { entry(of: key)?.handle }
}
