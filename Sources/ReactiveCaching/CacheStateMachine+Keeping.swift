import ReactiveLoading
import ReactiveRelays

// The cached states, and their eviction.

extension CacheStateMachine {
  /// A change that the loader of a key reports.
  struct News {
    let marks: LoadMarks
    let state: State
    /// True if the change is the failure of a load.
    let isFailure: Bool
    /// The cost and expiry of a new value; `nil` if the value is the same as before.
    var terms: CacheTerms?
  }

  struct Heard {
    /// False if the use of the key has ended before.
    var isStored = false
    var release = Release()
    /// The end of the key's use, if the change has ended it.
    var ended: Ended?
    /// The number of failed loads in a row, if another load of the key has failed.
    var failures: Int?
  }

  mutating func hear(_ news: News, of id: UInt) -> Heard {
    var heard = Heard()
    guard let known = loads[id] else { return heard }
    heard.isStored = true
    switch known.facts.hear(news.marks) {
    case .late(let isOfSameValue):
      // The cost of the current value, or its failure, may arrive after a later change.
      if isOfSameValue { heard.failures = note(news, known, nil, &heard.release) }
    case .next(let isOtherLoad):
      if isOtherLoad { core.counted.loads += 1 }
      heard.failures = note(news, known, news.state, &heard.release)
      if known.facts.isAbandoned { heard.ended = end(known) }
    }
    return heard
  }

  /// Stores a change of a loader; returns the number of failures in a row after another failure.
  ///
  /// The state is `nil` if a later one is known.
  private mutating func note(
    _ news: News,
    _ known: Known,
    _ state: State?,
    _ release: inout Release
  ) -> Int? {
    let isEmpty = if let state { state.value == nil } else { false }
    let terms = news.terms.map(upToDate) ?? (isEmpty ? CacheTerms() : nil)
    release.states.append(known.write(state ?? known.state, on: terms))
    // The interests in a removed key keep its state, but nothing of it is cached.
    guard let row = known.facts.row else { return nil }
    let failures = known.facts.noteFailure(news.isFailure)
    if failures != nil { core.counted.failures += 1 }
    table.show(known)
    if news.terms != nil {
      keep(row, known, &release)
    } else if failures != nil || known.state.isNothing {
      keepAgain(row, known, &release)
    }
    return failures
  }

  /// Sets the time until which new interests do not retry a failure.
  mutating func rest(_ key: Key, after failures: Int, until moment: Duration) {
    guard table[key]?.facts.failures == failures else { return }
    let known = known(key)
    known.facts.restsUntil = moment
    table.rest(known)
  }

  /// Caches a new value, unless its cost is too large.
  private mutating func keep(_ row: Int, _ known: Known, _ release: inout Release) {
    if case .refused(let cost) = known.facts.terms.price {
      core.counted.refusals += 1
      release.events.append(.refused(known.key, cost: cost))
    }
    keepAgain(row, known, &release)
  }

  /// Caches a value that was counted before, without publishing a refusal again.
  mutating func keepAgain(_ row: Int, _ known: Known, _ release: inout Release) {
    guard !known.state.isNothing, case .cost(let cost) = known.facts.terms.price else {
      return forget(row, &release)
    }
    for row in core.memory.keep(row, cost: cost) { evict(row, &release) }
  }

  /// Releases the capacity of a row, and removes the row if its key has no interest.
  private mutating func forget(_ row: Int, _ release: inout Release) {
    core.memory.release(row)
    takeOut(row, &release)
  }

  private mutating func evict(_ row: Int, _ release: inout Release) {
    guard let key = table[row]?.key else { return }
    core.counted.evictions += 1
    release.events.append(.evicted(key))
    takeOut(row, &release)
  }

  private mutating func takeOut(_ row: Int, _ release: inout Release) {
    guard table[row]?.facts.isActive == false, let known = remove(row) else { return }
    release.known.append(known)
  }

  /// Evicts values until the rest fit into a share of the capacity.
  mutating func trim(to share: Double) -> Release {
    var release = Release()
    for row in core.memory.makeRoom(within: core.memory.room.part(share)) { evict(row, &release) }
    return release
  }
}

// MARK: Writing

extension CacheStateMachine {
  struct Written {
    var release = Release()
    /// The id and the loader of a key that has one, which must write the value instead.
    var loader: (id: UInt, loader: Loader?)?
    /// The state to deliver to the observers of the key.
    var pending: (relay: Known.Relay, state: Known.Relay.PendingDelivery)?
  }

  /// Writes the value of a key, and makes it the current state of the key's relay.
  mutating func write(_ key: Key, _ state: State, on terms: CacheTerms) -> Written {
    var written = Written()
    let known = known(key)
    if let id = known.facts.loader {
      written.loader = (id, known.loader)
      return written
    }
    written.release.states.append(known.write(state, on: upToDate(terms)))
    (known.facts.failures, known.facts.restsUntil) = (0, .distantPast)
    table.show(known)
    if let relay = known.knownRelay { written.pending = (relay, relay.commit(state.state)) }
    if let row = known.facts.row { keep(row, known, &written.release) }
    table.rest(known)
    return written
  }

  /// Marks the value of a key as stale; returns the loader that must do the same.
  mutating func invalidate(_ key: Key) -> Loader? {
    table.row(of: key) == nil ? nil : invalidate(known(key))
  }

  /// Marks the value of a record as stale; returns the loader that must do the same.
  mutating func invalidate(_ known: Known) -> Loader? {
    // The old state has the same values, so nothing is released here.
    _ = known.write(known.state.stale(noLaterThan: .distantPast))
    table.show(known)
    table.rest(known)
    return known.loader
  }

  /// Removes a key; its interests keep their state, and later values of its loader are not cached.
  mutating func remove(_ key: Key) -> KeyRecord? { table.row(of: key).flatMap { remove($0) } }
}
