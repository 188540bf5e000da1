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
    if !entry.isForgotten { heard.failures = note(news, entry.key, &heard.release) }
    if entry.interests.isEmpty, news.load == nil {
      heard.ended = entry.handle
      heard.release.add(end(entry))
    }
    return heard
  }

  /// Notes what a loader tells; returns how many loads have failed in a row, if another one has.
  private mutating func note(_ news: News, _ key: Key, _ release: inout Release) -> Int? {
    change(key, news, &release) { known in
      known.state = news.state
      if news.state.value == nil { known.terms = CacheTerms() }
    }
  }

  /// Notes what is heard after what came later: what the value costs that is there still, and that a
  /// load has failed whose failure is there still.
  private mutating func noteLate(_ news: News, _ entry: Entry, _ release: inout Release) -> Int? {
    guard !entry.isForgotten, news.asOf == entry.asOf else { return nil }
    return change(entry.key, news, &release) { _ in }
  }

  /// Changes what is known of a key by what is new.
  private mutating func change(
    _ key: Key,
    _ news: News,
    _ release: inout Release,
    _ body: (inout Known) -> Void
  ) -> Int? {
    guard var known = memory.slots[key]?.content else { return nil }
    release.known.append(known)
    body(&known)
    if let terms = news.terms { known.terms = terms }
    known.state = known.state.stale(noLaterThan: known.terms.staleAt)
    let failures = known.noteFailure(news.isFailure)
    if failures != nil { counted.failures += 1 }
    memory.slots[key]?.content = known
    if news.terms != nil {
      keep(key, known, &release)
    } else if failures != nil || known.state.isNothing {
      keepAgain(key, known, &release)
    }
    return failures
  }

  /// A failure is not tried again by an interest until then; `nil` for ever.
  mutating func rest(_ key: Key, after failures: Int, until moment: Duration?) {
    guard let known = memory.slots[key]?.content, known.failures == failures else { return }
    memory.slots[key]?.content.restsUntil = moment
  }

  /// Keeps what is new of a key, unless it is nothing or too dear.
  private mutating func keep(_ key: Key, _ known: Known, _ release: inout Release) {
    if case .refused(let cost) = known.terms.price {
      counted.refusals += 1
      release.events.append(.refused(key, cost: cost))
    }
    keepAgain(key, known, &release)
  }

  /// The same for what is not new, so that a refusal was told before.
  mutating func keepAgain(_ key: Key, _ known: Known, _ release: inout Release) {
    guard !known.state.isNothing, case .cost(let cost) = known.terms.price else {
      return forget(key, known, &release)
    }
    for key in memory.keep(key, cost: cost) { evict(key, &release) }
  }

  /// Takes out the slot of a key that nobody is interested in; another one is kept no longer.
  private mutating func forget(_ key: Key, _ known: Known, _ release: inout Release) {
    memory.release(key)
    if known.entry == nil, let known = memory.remove(key) { release.known.append(known) }
  }

  private mutating func evict(_ key: Key, _ release: inout Release) {
    counted.evictions += 1
    release.events.append(.evicted(key))
    guard memory.slots[key]?.content.entry == nil else { return }
    if let known = memory.remove(key) { release.known.append(known) }
  }

  /// Has as many leave as must for the rest to fit into a share of the room.
  mutating func trim(to share: Double) -> Release {
    var release = Release()
    for key in memory.makeRoom(within: memory.room.part(share)) { evict(key, &release) }
    return release
  }
}

extension CacheStateMachine.Known {
  /// Counts the failure of a load; returns how many have failed in a row, if this one has.
  ///
  /// It rests until somebody has decided for how long.
  fileprivate mutating func noteFailure(_ isNew: Bool) -> Int? {
    switch state {
    case .nothing: return nil
    case .loaded:
      (failures, restsUntil) = (0, .distantPast)
      return nil
    case .failed:
      guard isNew else { return nil }
      (failures, restsUntil) = (failures + 1, nil)
      return failures
    }
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
  mutating func write(_ known: Known, for key: Key) -> (entry: Entry?, release: Release) {
    var release = Release()
    if let entry = entry(of: key) { return (entry, release) }
    if let before = memory.put(known, for: key) { release.known.append(before) }
    keep(key, known, &release)
    return (nil, release)
  }

  /// Takes what is known of a key for stale; returns the loader that is to do the same.
  mutating func invalidate(_ key: Key) -> Handle? {
    guard let state = memory.slots[key]?.content.state else { return nil }
    memory.slots[key]?.content.state = state.stale
    return handle(of: key)
  }

  /// Forgets a key; who is interested keeps what there is, but what comes to them is not kept.
  mutating func remove(_ key: Key) -> Known? {
    if let id = memory.slots[key]?.content.entry { entries[id]?.isForgotten = true }
    return memory.remove(key)
  }

  func entry(of key: Key) -> Entry? { memory.slots[key]?.content.entry.flatMap { entries[$0] } }

  func handle(of key: Key) -> Handle? { entry(of: key)?.handle }
}
