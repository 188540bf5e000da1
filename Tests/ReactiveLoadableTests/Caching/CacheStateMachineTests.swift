import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// Entries, their ends, and events of their loaders in any order.
///
/// An entry is the time between the first and the last interest in a key, by the id of its loader.
@Suite struct `The state machine of a cache (C1, C4)` {
  typealias Machine = CacheStateMachine<String, Int, SampleError>

  private func machine(hasGrace: Bool = true) -> Machine {
    Machine(CacheLimits(count: 10, cost: 100), hasGrace: hasGrace)
  }

  private func loadEvent(
    _ decision: UInt,
    _ state: CachedState,
    load: UInt? = nil,
    asOf: UInt? = nil,
    admission: CacheAdmission? = nil,
    isFailure: Bool = false
  ) -> LoaderChange {
    LoaderChange(
      revision: LoadRevision(
        load: load,
        asOf: asOf,
        staleAt: nil,
        hasFailed: false,
        isOutdated: false
      ),
      decision: decision,
      state: state,
      isFailure: isFailure,
      metadata: admission.map { CacheEntryMetadata(admission: $0) }
    )
  }

  private let failed = CachedState.failed(ReactiveLoading.Box(SampleError.first), .load, over: nil)

  @discardableResult
  private func addInterest(_ machine: inout Machine) -> AddedInterest {
    machine.addInterest("k")
  }

  private typealias Removal = (change: CacheEntryCore.Change, release: CacheRelease?)

  private func isEnded(_ removal: Removal) -> Bool { removal.release != nil }

  private func isEnded(_ release: CacheRelease?) -> Bool { release != nil }

  private func ticket(_ removal: Removal) -> UInt? {
    if case .graceStarted(let ticket) = removal.change { ticket } else { nil }
  }

  @Test func `only the last countdown ends an entry`() {
    var machine = machine()
    let id = addInterest(&machine).id
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: id)
    let first = ticket(machine.removeInterest(id, at: .normal))
    let added = addInterest(&machine)
    #expect(added.effect.cancelledGrace == first)
    let second = ticket(machine.removeInterest(id, at: .normal))
    #expect(first != second)
    let change1 = machine.expire(id, ticket: first ?? 0)
    #expect(!isEnded(change1))
    let change2 = machine.expire(id, ticket: second ?? 0)
    #expect(isEnded(change2))
    let change3 = machine.expire(id, ticket: second ?? 0)
    #expect(!isEnded(change3))
    #expect(machine.statistics.activeKeys == 0)
    #expect(machine.statistics.cancelledLoads == 1)
    #expect(machine.table.keys.isEmpty)
  }

  @Test func `an event of an unknown entry changes nothing`() {
    var machine = machine()
    let change4 = machine.removeInterest(7, at: .normal)
    #expect(!isEnded(change4))
    let change5 = machine.expire(7, ticket: 1)
    #expect(!isEnded(change5))
    _ = machine.change(7, from: .low, to: .high)
    let result = machine.receive(
      loadEvent(1, .loaded(1, staleAt: .distantFuture), admission: .cost(1)),
      of: 7
    )
    #expect(!result.isStored && result.release.objects.isEmpty)
    #expect(machine.statistics == CacheStatistics())
  }

  @Test(arguments: [-3, -1, 0, 1, 7], -2...2)
  func `a read has a value for exactly as long as an interest hits it`(end: Int, past: Int) {
    for isStale in [true, false] {
      var machine = machine()
      let (end, now) = (Duration.nanoseconds(end), Duration.nanoseconds(end + past))
      let metadata = isStale ? CacheEntryMetadata(staleAt: end) : CacheEntryMetadata(expiry: end)
      _ = machine.write("k", .loaded(1, staleAt: .distantFuture), on: metadata)
      let value = machine.read("k", at: now.wholeNanoseconds)
      let lookup = machine.addInterest("k", at: .normal, now: now).effect.lookup
      #expect((value != nil) == (past < 0))
      #expect(lookup == (past < 0 ? .hit : isStale ? .stale : .miss))
    }
  }

  @Test func `an outdated decision is ignored`() {
    var machine = machine()
    let id = addInterest(&machine).id
    _ = machine.receive(
      loadEvent(3, .loaded(2, staleAt: .distantFuture), asOf: 2, admission: .cost(2)),
      of: id
    )
    _ = machine.receive(
      loadEvent(2, .loaded(1, staleAt: .distantFuture), asOf: 1, admission: .cost(1)),
      of: id
    )
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: id)
    #expect(machine.table["k"]?.fastPath.value == 2)
    #expect(machine.statistics.cost == 2)
    #expect(machine.statistics.loads == 0)
    _ = machine.removeInterest(id, at: .normal)
    #expect(machine.statistics.activeKeys == 0)
    #expect(machine.statistics.count == 1)
  }

  @Test func `the cost of a value is recorded also after later events`() {
    var machine = machine()
    let id = addInterest(&machine).id
    _ = machine.receive(loadEvent(3, .loaded(2, staleAt: .distantFuture), load: 5, asOf: 2), of: id)
    _ = machine.receive(
      loadEvent(2, .loaded(2, staleAt: .distantFuture), asOf: 2, admission: .cost(7)),
      of: id
    )
    #expect(machine.statistics.cost == 7)
    #expect(machine.statistics.count == 1)
  }

  @Test func `a failure is recorded also after later events, and waits until its retry is decided`()
  {
    var machine = machine()
    let id = addInterest(&machine).id
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: id)
    _ = machine.receive(loadEvent(3, failed, load: 2), of: id)
    let late = machine.receive(loadEvent(2, failed, isFailure: true), of: id)
    #expect(late.failures == 1)
    _ = machine.receive(loadEvent(4, failed), of: id)
    #expect(machine.statistics.failures == 1)
    let lookup11 = addInterest(&machine).lookup
    #expect(lookup11 == .backoff)
    machine.setBackoff("k", after: 7, until: .zero)
    let lookup12 = addInterest(&machine).lookup
    #expect(lookup12 == .backoff)
    machine.setBackoff("k", after: 1, until: .zero)
    let lookup13 = addInterest(&machine).lookup
    #expect(lookup13 == .miss)
  }

  @Test func `a removed key has another entry, which the old entry does not affect`() {
    var machine = machine()
    let old = addInterest(&machine).id
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: old)
    _ = machine.remove("k")
    let new = addInterest(&machine)
    #expect(new.id != old)
    #expect(new.lookup == .miss)
    _ = machine.receive(
      loadEvent(2, .loaded(1, staleAt: .distantFuture), asOf: 1, admission: .cost(1)),
      of: old
    )
    #expect(machine.table["k"]?.fastPath.value == nil)
    #expect(machine.statistics.activeKeys == 2)
    let change6 = machine.removeInterest(old, at: .normal)
    #expect(isEnded(change6))
    #expect(machine.table["k"]?.core.loader == new.id)
    let change7 = machine.removeInterest(new.id, at: .normal)
    #expect(isEnded(change7))
    #expect(machine.table.keys.isEmpty)
    #expect(machine.statistics.activeKeys == 0)
  }

  @Test func `a late event of a removed key changes nothing of the next key in its row`() {
    var machine = machine()
    let old = addInterest(&machine).id
    let late = loadEvent(2, .loaded(1, staleAt: .distantFuture), load: 1, asOf: 1)
    _ = machine.receive(late, of: old)
    _ = machine.remove("k")
    _ = machine.write(
      "other",
      .loaded(5, staleAt: .distantFuture),
      on: CacheEntryMetadata(admission: .cost(5))
    )
    let admission = loadEvent(1, .loaded(1, staleAt: .distantFuture), asOf: 1, admission: .cost(9))
    _ = machine.receive(admission, of: old)
    #expect(machine.table["other"]?.core.metadata.admission == .cost(5))
    #expect(machine.statistics.cost == 5)
  }

  @Test func `when the last key is removed its memory is released, and the cache starts again`() {
    var machine = machine()
    let wanted = addInterest(&machine).id
    for round in 1...3 {
      for number in 0..<8 {
        _ = machine.write(
          "\(number)",
          .loaded(round, staleAt: .distantFuture),
          on: CacheEntryMetadata()
        )
      }
      for number in 0..<8 { _ = machine.remove("\(number)") }
      if round == 1 { _ = machine.remove("k") }
      #expect(machine.core.eviction.rows.isEmpty)
      #expect(machine.core.eviction.queueCount == 0)
      #expect(machine.table.fastPath.isEmpty)
    }
    #expect(machine.statistics.count == 0)
    let change = machine.removeInterest(wanted, at: .normal)
    #expect(isEnded(change))
  }

  @Test func `without a grace time the last interest to end ends the entry`() {
    var machine = machine(hasGrace: false)
    let id = addInterest(&machine).id
    _ = addInterest(&machine)
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: id)
    let change8 = machine.removeInterest(id, at: .normal)
    #expect(!isEnded(change8))
    let change9 = machine.removeInterest(id, at: .normal)
    #expect(isEnded(change9))
    #expect(machine.statistics.cancelledLoads == 1)
  }

  @Test func `a load that ends without interests ends the entry, and is cached`() {
    var machine = machine()
    let id = addInterest(&machine).id
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: id)
    _ = machine.removeInterest(id, at: .normal)
    let result = machine.receive(
      loadEvent(2, .loaded(1, staleAt: .distantFuture), asOf: 1, admission: .cost(1)),
      of: id
    )
    #expect(!result.release.objects.isEmpty && machine.loads[id] == nil)
    #expect(machine.statistics.cancelledLoads == 0)
    #expect(machine.statistics.count == 1)
    let lookup14 = addInterest(&machine).lookup
    #expect(lookup14 == .hit)
  }

  @Test func `the end of a cache ends entries without interests`() {
    var machine = machine()
    let id = addInterest(&machine).id
    _ = machine.receive(loadEvent(1, .empty, load: 1), of: id)
    let other = machine.addInterest("other", at: .low)
    _ = machine.removeInterest(id, at: .normal)
    _ = machine.close()
    #expect(machine.loads[id] == nil)
    #expect(machine.loads.keys.map { $0 } == [other.id])
    let change10 = machine.removeInterest(other.id, at: .low)
    #expect(isEnded(change10))
  }

  // MARK: The countdown of an entry

  @Test(.needsImmediateTasks) func `a late countdown cancels no later one`() async {
    let (clock, ended) = (HandClock(), Log<Int>())
    let entry = entry()
    entry.startGrace(.seconds(1), 9, on: clock) { ended.note(9) }
    entry.startGrace(.seconds(1), 5, on: clock) { ended.note(5) }
    entry.cancelGrace(5)
    #expect(clock.sleepers == 1)
    entry.cancelGrace(9)
    #expect(clock.sleepers == 0)
    entry.startGrace(.seconds(1), 9, on: clock) { ended.note(9) }
    #expect(clock.sleepers == 0)
    #expect(ended.entries == [])
  }

  @Test func `a change is passed until the cache has stored it or a later one`() {
    let filter = CacheChangeFilter(from: LoadCore(LoadPolicy().resolved).revision)
    var machine = LoadMachine(LoadPolicy().resolved)
    _ = machine.load("k", .load, at: .zero)
    let start = LoadSnapshot(machine, after: .publish, decision: 1)
    _ = machine.handle(.intent(.invalidate))
    let invalidations = (2...4).map { LoadSnapshot(machine, after: .silent, decision: $0) }
    #expect(filter.kind(of: start) == .state)
    #expect(filter.kind(of: invalidations[1]) == .state)
    // Of two threads that invalidate, one may return before the other has stored the change.
    #expect(filter.kind(of: invalidations[0]) == .state)
    #expect(filter.kind(of: invalidations[2]) == .state)
    filter.recordStored(invalidations[2])
    for change in [start] + invalidations { #expect(filter.kind(of: change) == .none) }
    #expect(filter.kind(of: LoadSnapshot(machine, after: .silent, decision: 5)) == .none)
  }

  private func entry() -> CachedLoader {
    let storage = LoadStorage<String, Int, SampleError>(
      policy: LoadPolicy(),
      work: .plain { _ async throws(SampleError) -> Int in 1 }
    )
    return CachedLoader(
      Loader(storage),
      AttemptStart(in: LoadQueue(), at: .normal),
      CacheChangeFilter(from: LoadCore(LoadPolicy().resolved).revision)
    )
  }
}

extension CacheStateMachine where Key == String {
  /// Adds an interest, as a cache does: a missing or stale value needs a loader.
  fileprivate mutating func addInterest(
    _ key: Key,
    at priority: LoadPriority = .normal
  ) -> AddedInterest {
    let (entry, effect, _) = addInterest(key, at: priority, now: .zero)
    if entry.core.loader == nil, effect.lookup != .hit { _ = registerLoader(entry) }
    return AddedInterest(id: entry.core.loader ?? 0, effect: effect)
  }

  /// Ends an interest in the key of a loader.
  fileprivate mutating func removeInterest(
    _ id: UInt,
    at priority: LoadPriority
  ) -> (change: CacheEntryCore.Change, release: CacheRelease?) {
    guard let entry = loads[id] else { return (.none, nil) }
    let change = core.removeInterest(entry, at: priority)
    if !change.isEnd { return (change, nil) }
    var release = CacheRelease()
    end(entry.assumed(), &release)
    return (change, release)
  }

  fileprivate mutating func change(
    _ id: UInt,
    from before: LoadPriority,
    to priority: LoadPriority
  ) -> CacheEntryCore.Change {
    loads[id]?.core.change(from: before, to: priority) ?? .none
  }
}

private struct AddedInterest {
  /// The id of the key's loader.
  let id: UInt
  let effect: CacheEntryCore.InterestEffect

  var lookup: CacheEntryCore.LookupResult { effect.lookup }
}

extension CachedState {
  /// A loaded number.
  static func loaded(_ value: Int, staleAt: Duration) -> Self {
    .loaded(ReactiveLoading.Box(value), staleAt: staleAt)
  }
}
