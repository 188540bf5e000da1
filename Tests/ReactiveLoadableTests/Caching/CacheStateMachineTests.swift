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
    _ state: KeptState<Int, SampleError>,
    load: UInt? = nil,
    asOf: UInt? = nil,
    price: CachePrice? = nil,
    isFailure: Bool = false
  ) -> Machine.News {
    Machine.News(
      marks: LoadMarks(decision: decision, load: load, asOf: asOf),
      state: state,
      isFailure: isFailure,
      terms: price.map { CacheTerms(price: $0) }
    )
  }

  private let failed = KeptState<Int, SampleError>.failed(.first, .load, over: nil)

  @discardableResult
  private func take(_ machine: inout Machine) -> TakenKey {
    machine.take("k")
  }

  private typealias Left = (change: KeyFacts.Change, ended: Machine.Ended?)

  private func isEnded(_ left: Left) -> Bool { left.ended != nil }

  private func isEnded(_ ended: Machine.Ended?) -> Bool { ended != nil }

  private func ticket(_ left: Left) -> UInt? {
    if case .leaving(let ticket) = left.change { ticket } else { nil }
  }

  @Test func `only the last countdown ends an entry`() {
    var machine = machine()
    let id = take(&machine).id
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: id)
    let first = ticket(machine.leave(id, at: .normal))
    let taken = take(&machine)
    #expect(taken.facts.wasLeaving == first)
    let second = ticket(machine.leave(id, at: .normal))
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
    let change4 = machine.leave(7, at: .normal)
    #expect(!isEnded(change4))
    let change5 = machine.expire(7, ticket: 1)
    #expect(!isEnded(change5))
    _ = machine.change(7, from: .low, to: .high)
    let result = machine.hear(
      loadEvent(1, .loaded(1, staleAt: .distantFuture), price: .cost(1)),
      of: 7
    )
    #expect(result.ended == nil)
    #expect(machine.statistics == CacheStatistics())
  }

  @Test(arguments: [-3, -1, 0, 1, 7], -2...2)
  func `a read has a value for exactly as long as an interest hits it`(end: Int, past: Int) {
    for isKept in [true, false] {
      var machine = machine()
      let (end, now) = (Duration.nanoseconds(end), Duration.nanoseconds(end + past))
      let terms = isKept ? CacheTerms(staleAt: end) : CacheTerms(expiry: end)
      _ = machine.write("k", .loaded(1, staleAt: .distantFuture), on: terms)
      let value = machine.read("k", at: now.wholeNanoseconds)
      let found = machine.take("k", at: .normal, now: now).found
      #expect((value != nil) == (past < 0))
      #expect(found == (past < 0 ? .hit : isKept ? .stale : .missing))
    }
  }

  @Test func `an outdated decision is ignored`() {
    var machine = machine()
    let id = take(&machine).id
    _ = machine.hear(
      loadEvent(3, .loaded(2, staleAt: .distantFuture), asOf: 2, price: .cost(2)),
      of: id
    )
    _ = machine.hear(
      loadEvent(2, .loaded(1, staleAt: .distantFuture), asOf: 1, price: .cost(1)),
      of: id
    )
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: id)
    #expect(machine.table["k"]?.state.value == 2)
    #expect(machine.statistics.cost == 2)
    #expect(machine.statistics.loads == 0)
    _ = machine.leave(id, at: .normal)
    #expect(machine.statistics.activeKeys == 0)
    #expect(machine.statistics.count == 1)
  }

  @Test func `the cost of a value is recorded also after later events`() {
    var machine = machine()
    let id = take(&machine).id
    _ = machine.hear(loadEvent(3, .loaded(2, staleAt: .distantFuture), load: 5, asOf: 2), of: id)
    _ = machine.hear(
      loadEvent(2, .loaded(2, staleAt: .distantFuture), asOf: 2, price: .cost(7)),
      of: id
    )
    #expect(machine.statistics.cost == 7)
    #expect(machine.statistics.count == 1)
  }

  @Test func `a failure is recorded also after later events, and waits until its retry is decided`()
  {
    var machine = machine()
    let id = take(&machine).id
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: id)
    _ = machine.hear(loadEvent(3, failed, load: 2), of: id)
    let late = machine.hear(loadEvent(2, failed, isFailure: true), of: id)
    #expect(late.failures == 1)
    _ = machine.hear(loadEvent(4, failed), of: id)
    #expect(machine.statistics.failures == 1)
    let found11 = take(&machine).found
    #expect(found11 == .resting)
    machine.rest("k", after: 7, until: .zero)
    let found12 = take(&machine).found
    #expect(found12 == .resting)
    machine.rest("k", after: 1, until: .zero)
    let found13 = take(&machine).found
    #expect(found13 == .missing)
  }

  @Test func `a removed key has another entry, which the old entry does not affect`() {
    var machine = machine()
    let old = take(&machine).id
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: old)
    _ = machine.remove("k")
    let new = take(&machine)
    #expect(new.id != old)
    #expect(new.found == .missing)
    _ = machine.hear(
      loadEvent(2, .loaded(1, staleAt: .distantFuture), asOf: 1, price: .cost(1)),
      of: old
    )
    #expect(machine.table["k"]?.state.value == nil)
    #expect(machine.statistics.activeKeys == 2)
    let change6 = machine.leave(old, at: .normal)
    #expect(isEnded(change6))
    #expect(machine.table["k"]?.facts.loader == new.id)
    let change7 = machine.leave(new.id, at: .normal)
    #expect(isEnded(change7))
    #expect(machine.table.keys.isEmpty)
    #expect(machine.statistics.activeKeys == 0)
  }

  @Test func `a late event of a removed key changes nothing of the next key in its row`() {
    var machine = machine()
    let old = take(&machine).id
    let late = loadEvent(2, .loaded(1, staleAt: .distantFuture), load: 1, asOf: 1)
    _ = machine.hear(late, of: old)
    _ = machine.remove("k")
    _ = machine.write(
      "other",
      .loaded(5, staleAt: .distantFuture),
      on: CacheTerms(price: .cost(5))
    )
    let price = loadEvent(1, .loaded(1, staleAt: .distantFuture), asOf: 1, price: .cost(9))
    _ = machine.hear(price, of: old)
    #expect(machine.table["other"]?.facts.terms.price == .cost(5))
    #expect(machine.statistics.cost == 5)
  }

  @Test func `when the last key is removed its memory is released, and the cache starts again`() {
    var machine = machine()
    let wanted = take(&machine).id
    for round in 1...3 {
      for number in 0..<8 {
        _ = machine.write(
          "\(number)",
          .loaded(round, staleAt: .distantFuture),
          on: CacheTerms()
        )
      }
      for number in 0..<8 { _ = machine.remove("\(number)") }
      if round == 1 { _ = machine.remove("k") }
      #expect(machine.core.memory.standings.isEmpty)
      #expect(machine.core.memory.turns == 0)
      #expect(machine.table.fronts.isEmpty)
    }
    #expect(machine.statistics.count == 0)
    let change = machine.leave(wanted, at: .normal)
    #expect(isEnded(change))
  }

  @Test func `without a grace time the last interest to end ends the entry`() {
    var machine = machine(hasGrace: false)
    let id = take(&machine).id
    _ = take(&machine)
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: id)
    let change8 = machine.leave(id, at: .normal)
    #expect(!isEnded(change8))
    let change9 = machine.leave(id, at: .normal)
    #expect(isEnded(change9))
    #expect(machine.statistics.cancelledLoads == 1)
  }

  @Test func `a load that ends without interests ends the entry, and is cached`() {
    var machine = machine()
    let id = take(&machine).id
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: id)
    _ = machine.leave(id, at: .normal)
    let result = machine.hear(
      loadEvent(2, .loaded(1, staleAt: .distantFuture), asOf: 1, price: .cost(1)),
      of: id
    )
    #expect(result.ended != nil && machine.loads[id] == nil)
    #expect(machine.statistics.cancelledLoads == 0)
    #expect(machine.statistics.count == 1)
    let found14 = take(&machine).found
    #expect(found14 == .hit)
  }

  @Test func `the end of a cache ends entries without interests`() {
    var machine = machine()
    let id = take(&machine).id
    _ = machine.hear(loadEvent(1, .nothing, load: 1), of: id)
    let other = machine.take("other", at: .low)
    _ = machine.leave(id, at: .normal)
    _ = machine.close()
    #expect(machine.loads[id] == nil)
    #expect(machine.loads.keys.map { $0 } == [other.id])
    let change10 = machine.leave(other.id, at: .low)
    #expect(isEnded(change10))
  }

  // MARK: The countdown of an entry

  @Test(.needsImmediateTasks) func `a late countdown cancels no later one`() async {
    let (clock, ended) = (HandClock(), Log<Int>())
    let entry = entry()
    entry.countDown(.seconds(1), 9, on: clock) { ended.note(9) }
    entry.countDown(.seconds(1), 5, on: clock) { ended.note(5) }
    entry.callOff(5)
    #expect(clock.sleepers == 1)
    entry.callOff(9)
    #expect(clock.sleepers == 0)
    entry.countDown(.seconds(1), 9, on: clock) { ended.note(9) }
    #expect(clock.sleepers == 0)
    #expect(ended.entries == [])
  }

  private func entry() -> CachedLoader<String, Int, SampleError> {
    let storage = LoadStorage<String, Int, SampleError>(
      policy: LoadPolicy(),
      work: .plain { _ async throws(SampleError) -> Int in 1 }
    )
    return CachedLoader(
      Loader(storage),
      QueueClient(in: LoadQueue(), at: .normal),
      CacheLookout(from: LoadCore(LoadPolicy().resolved).revision)
    )
  }
}

extension CacheStateMachine where Key == String {
  /// Adds an interest, as a cache does: a missing or stale value needs a loader.
  fileprivate mutating func take(_ key: Key, at priority: LoadPriority = .normal) -> TakenKey {
    let taken = take(key, at: priority, now: .zero)
    if taken.record.facts.loader == nil, taken.found != .hit, let known = table[key] {
      _ = begin(known)
    }
    return taken
  }

  /// Ends an interest in the key of a loader.
  fileprivate mutating func leave(
    _ id: UInt,
    at priority: LoadPriority
  ) -> (change: KeyFacts.Change, ended: Ended?) {
    guard let known = loads[id] else { return (.none, nil) }
    let change = core.leave(known, at: priority)
    return (change, change.isEnd ? end(known) : nil)
  }

  fileprivate mutating func change(
    _ id: UInt,
    from before: LoadPriority,
    to priority: LoadPriority
  ) -> KeyFacts.Change {
    loads[id]?.facts.change(from: before, to: priority) ?? .none
  }
}

extension TakenKey {
  fileprivate var id: UInt { record.facts.loader ?? 0 }
  fileprivate var found: KeyFacts.Found { facts.found }
}
