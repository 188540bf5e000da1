// What is known, and what of it is kept.

extension CacheStateMachine {
  /// What the loader of an entry tells.
  struct News {
    let decision: UInt
    let load: UInt?
    let state: State
    /// When the value was asked for or written.
    let asOf: UInt?
    /// Whether what the load brings is stale already.
    let isOutdated: Bool
    /// Whether this is that a load has failed.
    let isFailure: Bool
    /// On which terms a new value is kept; `nil` if the value is the same as before.
    var terms: CacheTerms?
  }

  struct Heard {
    var release = Release()
    /// The loader of an entry that has ended by this.
    var ended: Handle?
    /// How many loads of the key have failed in a row, if another one has.
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

  /// Notes what a loader tells; returns how many loads have failed in a row, if another one has.
  private mutating func note(_ news: News, _ row: Int, _ release: inout Release) -> Int? {
    change(row, news, &release) { known in
      known.state = news.state
      if news.state.value == nil { known.terms = CacheTerms() }
    }
  }

  /// Notes what is heard after what came later: what the value costs that is there still, and that a
  /// load has failed whose failure is there still.
  private mutating func noteLate(_ news: News, _ entry: Entry, _ release: inout Release) -> Int? {
    guard !entry.isForgotten, news.asOf == entry.asOf else { return nil }
    return change(entry.row, news, &release) { _ in }
  }

  /// Changes what is known of a key by what is new.
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

  /// A failure is not tried again by an interest until then; `nil` for ever.
  mutating func rest(_ key: Key, after failures: Int, until moment: Duration?) {
    guard let row = table.row(of: key), table[row]?.failures == failures else { return }
    table.change(row) { $0.restsUntil = moment }
  }

  /// Keeps what is new of a key, unless it is nothing or too dear.
  private mutating func keep(_ row: Int, _ known: Known, _ release: inout Release) {
    if case .refused(let cost) = known.terms.price {
      counted.refusals += 1
      release.events.append(.refused(known.key, cost: cost))
    }
    keepAgain(row, known, &release)
  }

  /// The same for what is not new, so that a refusal was told before.
  mutating func keepAgain(_ row: Int, _ known: Known, _ release: inout Release) {
    guard !known.state.isNothing, case .cost(let cost) = known.terms.price else {
      return forget(row, &release)
    }
    for row in memory.keep(row, cost: cost) { evict(row, &release) }
  }

  /// Keeps a row no longer, and takes it out if nobody is interested in its key.
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

  /// Has as many leave as must for the rest to fit into a share of the room.
  mutating func trim(to share: Double) -> Release {
    var release = Release()
    for row in memory.makeRoom(within: memory.room.part(share)) { evict(row, &release) }
    return release
  }
}

extension CacheStateMachine.Release {
  mutating func add(_ other: Self) {
    known += other.known
    events += other.events
  }
}

// MARK: Writing

extension CacheStateMachine {
  /// Writes a value for a key that nobody is interested in; else returns the loader that is to do it.
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

  /// Takes what is known of a key for stale; returns the loader that is to do the same.
  mutating func invalidate(_ key: Key) -> Handle? {
    guard let row = table.row(of: key) else { return nil }
    table.change(row) { $0.state = $0.state.stale }
    return handle(of: key)
  }

  /// Forgets a key; who is interested keeps what there is, but what comes to them is not kept.
  mutating func remove(_ key: Key) -> Known? {
    guard let row = table.row(of: key) else { return nil }
    if let id = table[row]?.entry { entries[id]?.isForgotten = true }
    return remove(row)
  }

  func entry(of key: Key) -> Entry? { table[key]?.entry.flatMap { entries[$0] } }

  func handle(of key: Key) -> Handle? { entry(of: key)?.handle }
}
