import Foundation
import TestSupport
import Testing

@testable import ReactiveLoadable

/// The machine of records in lock step with the machine of entries that it replaces.
///
/// Every order of ten letters is played on both, up to a length; random scripts are longer.
@Suite struct `The old machine of a cache as an oracle (C1, C3, C4)` {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test func `no order of ten letters separates the machines`() {
    let length = Self.number("CACHE_ORDERS") ?? 3
    let letters = TwinLetter.orders
    var (orders, letter) = (0, 0)
    for number in 0..<Int(pow(Double(letters.count), Double(length))) {
      var (twins, rest, word) = (Twins(number), number, [TwinLetter]())
      for _ in 0..<length {
        letter = rest % letters.count
        rest /= letters.count
        word.append(letters[letter])
        if let fault = twins.play(letters[letter]) {
          Issue.record("\(word): \(fault)")
          return
        }
      }
      orders += 1
    }
    print("orders: \(orders) of length \(length)")
  }

  @Test func `no random script separates the machines`() {
    let scripts = Self.number("CACHE_TWIN_SCRIPTS") ?? 300
    var moved = 0
    for seed in 0..<scripts {
      var (chance, twins, word) = (Seeded(UInt64(seed)), Twins(seed), [TwinLetter]())
      for _ in 0..<40 {
        let letter = TwinLetter.allCases.randomElement(using: &chance) ?? .take
        word.append(letter)
        if let fault = twins.play(letter) {
          Issue.record("seed \(seed), \(word): \(fault)")
          return
        }
      }
      moved += twins.changes
    }
    print("scripts: \(scripts), changes heard: \(moved)")
  }
}

enum TwinLetter: CaseIterable {
  case take, leave, loading, loaded, failed, set, invalidate, remove, pressure, grace
  case takeOther, leaveOther, change, trim, late, rest, limitTime, later

  static let orders: [Self] = [
    .take, .leave, .loading, .loaded, .failed, .set, .invalidate, .remove, .pressure, .grace,
  ]
}

/// The two machines with the same past.
struct Twins {
  typealias New = CacheStateMachine<String, Int, SampleError>
  typealias Old = OldCacheStateMachine<String, Int, SampleError, Int>

  /// One period of interests in a key.
  struct Period {
    let key: String
    let old: UInt
    let new: KnownKey<String, Int, SampleError>
    var loader: UInt?
    var interests: [LoadPriority] = []
    var ticket: (old: UInt, new: UInt)?
    var load: UInt?
    var decision: UInt = 0
    var value: Int?
    var asOf: UInt?
    var isOutdated = false
    var hasFailed = false
  }

  var new: New
  var old: Old
  var periods: [Period] = []
  var now = Duration.zero
  var count = 0
  var changes = 0
  var fault: String?

  init(_ seed: Int) {
    let limits = CacheLimits(count: seed % 3 == 0 ? 1 : 10, cost: seed % 2 == 0 ? 20 : nil)
    new = New(limits, hasGrace: seed % 5 != 0)
    old = Old(limits, hasGrace: seed % 5 != 0)
  }

  mutating func play(_ letter: TwinLetter) -> String? {
    count += 1
    let priority = LoadPriority.allCases[count % 5]
    switch letter {
    case .take: take("a", priority)
    case .takeOther: take("b", priority)
    case .leave: leave("a")
    case .leaveOther: leave("b")
    case .loading: load("a")
    case .loaded:
      let value = 100 + count
      hear("a") { ($0.value, $0.hasFailed, $0.load) = (value, false, nil) }
    case .failed: hear("a") { $0.hasFailed = true; $0.load = nil }
    case .set: set("a", count)
    case .pressure: set("b", count)
    case .invalidate: invalidate("a")
    case .remove: same("remove", old.remove("a") != nil, new.remove("a") != nil)
    case .grace: expire()
    case .change: change("a", priority)
    case .trim:
      let (was, now) = (old.trim(to: 0.5), new.trim(to: 0.5))
      same("trim", was.events, now.events)
    case .late: hear("a", isLate: true) { _ in }
    case .rest:
      old.rest("a", after: 1, until: now + .seconds(1))
      new.rest("a", after: 1, until: now + .seconds(1))
    case .limitTime:
      var limits = old.limits
      limits.timeToLive = .seconds(3)
      same("limit", old.limit(to: limits, now: now).events, new.limit(to: limits, now: now).events)
    case .later: now += .seconds(1)
    }
    compare()
    return fault
  }

  private mutating func same<V: Equatable>(_ what: String, _ was: V, _ is: V) {
    if was != `is`, fault == nil { fault = "\(what): \(`is`), expected \(was)" }
  }

  private mutating func compare() {
    same("statistics", old.statistics, new.statistics)
    for key in ["a", "b"] {
      same("state of \(key)", old.table[key].map { "\($0.state)" }, new.table[key].map { "\($0.state)" })
      same("failures of \(key)", old.table[key]?.failures, new.table[key]?.facts.failures)
      same("price of \(key)", old.table[key]?.terms.price, new.table[key]?.facts.terms.price)
      same(
        "end of \(key)",
        old.table.row(of: key).map { old.table.fronts[$0].end },
        new.table.row(of: key).map { new.table.fronts[$0].end }
      )
    }
    same("keys", old.table.keys, new.table.keys)
  }

  private func period(_ key: String) -> Int? {
    periods.lastIndex { $0.key == key && (!$0.interests.isEmpty || $0.ticket != nil) }
  }

  private mutating func take(_ key: String, _ priority: LoadPriority) {
    let was = old.take(key, at: priority, now: now) { id, _ in Int(id) }
    let taken = new.take(key, at: priority, now: now)
    same("found", "\(was.found)", "\(taken.found)")
    same("priority", was.priority, taken.facts.priority)
    same("was leaving", was.wasLeaving != nil, taken.facts.wasLeaving != nil)
    same("expired", was.expired != nil, taken.expired != nil)
    let index: Int
    if let known = periods.lastIndex(where: { $0.old == was.id }) {
      index = known
    } else {
      let record: KnownKey<String, Int, SampleError> = taken.record.assumed()
      periods.append(Period(key: key, old: was.id, new: record))
      index = periods.count - 1
      if case .loaded(let value, _) = record.state { periods[index].value = value }
      if case .failed(_, _, let value) = record.state {
        (periods[index].value, periods[index].hasFailed) = (value, true)
      }
    }
    periods[index].ticket = nil
    periods[index].interests.append(priority)
    if taken.found == .missing || taken.found == .stale { load(at: index) }
  }

  private mutating func load(_ key: String) { if let index = period(key) { load(at: index) } }

  /// A loader is created if there is none; it starts a load.
  private mutating func load(at index: Int) {
    if periods[index].loader == nil { periods[index].loader = new.begin(periods[index].new) }
    if periods[index].load != nil, !periods[index].isOutdated { return }
    hear(at: index) {
      $0.load = ($0.load ?? 0) + 10 + $0.decision
      $0.isOutdated = false
    }
  }

  private mutating func hear(
    _ key: String,
    isLate: Bool = false,
    _ body: (inout Period) -> Void
  ) {
    guard let index = period(key), periods[index].loader != nil else { return }
    if !isLate, periods[index].load == nil { return }
    hear(at: index, isLate: isLate, body)
  }

  private mutating func hear(
    at index: Int,
    isLate: Bool = false,
    _ body: (inout Period) -> Void
  ) {
    let before = periods[index]
    body(&periods[index])
    var period = periods[index]
    if !isLate { period.decision += 1 }
    let isNewValue = period.value != before.value
    if isNewValue { period.asOf = period.decision }
    let isFailure = period.hasFailed && (before.load != nil && period.load == nil) || isLate && count % 2 == 0
    periods[index] = period
    guard let id = period.loader else { return }
    let price = CachePrice.cost(count % 7)
    let hasTerms = isNewValue || isLate && count % 3 == 0
    let lifetime: Duration? = count % 4 == 0 ? now + .seconds(2) : nil
    let state = period.hasFailed
      ? OldKeptState<Int, SampleError>.failed(.first, .load, over: period.value)
      : period.value.map { .loaded($0, staleAt: .distantFuture) } ?? .nothing
    let was = old.hear(
      Old.News(
        decision: period.decision,
        load: period.load,
        state: state,
        asOf: period.asOf,
        isOutdated: period.isOutdated,
        isFailure: isFailure,
        terms: hasTerms ? OldCacheTerms(price: price, staleAt: lifetime, expiry: lifetime) : nil
      ),
      of: period.old
    )
    let marks = LoadMarks(
      decision: period.decision,
      load: period.load,
      asOf: period.asOf,
      isOutdated: period.isOutdated
    )
    let end = lifetime ?? .distantFuture
    let heard = new.hear(
      New.News(
        marks: marks,
        state: period.hasFailed
          ? .failed(.first, .load, over: period.value)
          : period.value.map { .loaded($0, staleAt: .distantFuture) } ?? .nothing,
        isFailure: isFailure,
        terms: hasTerms ? CacheTerms(price: price, staleAt: end, expiry: end) : nil
      ),
      of: id
    )
    changes += 1
    same("ended", was.ended != nil, heard.ended != nil)
    same("failures", was.failures, heard.failures)
    same("events", was.release.events, heard.release.events + (heard.ended?.release?.events ?? []))
    if was.ended != nil { periods.remove(at: index) }
  }

  private mutating func leave(_ key: String) {
    guard let index = periods.lastIndex(where: { $0.key == key && !$0.interests.isEmpty }) else { return }
    let priority = periods[index].interests.removeFirst()
    let period = periods[index]
    let was = old.leave(period.old, at: priority)
    let (change, ended) = new.leave(period.new, at: priority)
    switch (was, change) {
    case (.none, .none): break
    case (.moved(_, let old), .moved(let new)): same("moved", old, new)
    case (.leaving(_, let old), .leaving(let new)): periods[index].ticket = (old, new)
    case (.ended(_, let release), .cancelled), (.ended(_, let release), .ended):
      same("release", release.events, ended?.release?.events ?? [])
      periods.remove(at: index)
    default: fault = fault ?? "leave: \(change), expected \(was)"
    }
  }

  private mutating func change(_ key: String, _ priority: LoadPriority) {
    guard let index = periods.lastIndex(where: { $0.key == key && !$0.interests.isEmpty }) else { return }
    let before = periods[index].interests[0]
    periods[index].interests[0] = priority
    let was = old.change(periods[index].old, from: before, to: priority)
    let change = periods[index].new.facts.change(from: before, to: priority)
    switch (was, change) {
    case (.none, .none): break
    case (.moved(_, let old), .moved(let new)): same("moved", old, new)
    default: fault = fault ?? "change: \(change), expected \(was)"
    }
  }

  private mutating func expire() {
    guard let index = periods.lastIndex(where: { $0.ticket != nil }),
      let ticket = periods[index].ticket, let loader = periods[index].loader
    else { return }
    let was = old.expire(periods[index].old, ticket: ticket.old)
    let ended = new.expire(loader, ticket: ticket.new)
    guard case .ended(_, let release) = was else {
      same("grace", false, ended != nil)
      return
    }
    same("grace ends", true, ended != nil)
    same("events of the grace", release.events, ended?.release?.events ?? [])
    periods.remove(at: index)
  }

  private mutating func set(_ key: String, _ value: Int) {
    let price = CachePrice.cost(value % 9)
    let was = old.write(
      OldKnownKey(key, .loaded(value, staleAt: .distantFuture), on: OldCacheTerms(price: price))
    )
    let written = new.write(
      key,
      .loaded(value, staleAt: .distantFuture),
      on: CacheTerms(price: price)
    )
    guard was.entry != nil else {
      same("write", was.release.events, written.release.events)
      return
    }
    // The loader of an entry writes the value; a record without a loader has written it itself.
    guard let index = period(key) else { return }
    periods[index].decision += 1
    periods[index].value = value
    if periods[index].load == nil { periods[index].hasFailed = false }
    periods[index].asOf = periods[index].decision
    let period = periods[index]
    let state: OldKeptState<Int, SampleError> = .loaded(value, staleAt: .distantFuture)
    let told = old.hear(
      Old.News(
        decision: period.decision,
        load: period.load,
        state: state,
        asOf: period.asOf,
        isOutdated: period.isOutdated,
        isFailure: false,
        terms: OldCacheTerms(price: price)
      ),
      of: period.old
    )
    guard let id = period.loader else {
      same("own write", told.release.events, written.release.events)
      return
    }
    let heard = new.hear(
      New.News(
        marks: LoadMarks(
          decision: period.decision,
          load: period.load,
          asOf: period.asOf,
          isOutdated: period.isOutdated
        ),
        state: .loaded(value, staleAt: .distantFuture),
        isFailure: false,
        terms: CacheTerms(price: price)
      ),
      of: id
    )
    same("write of a loader", told.release.events, heard.release.events)
    same("end by a write", told.ended != nil, heard.ended != nil)
  }

  private mutating func invalidate(_ key: String) {
    let was = old.invalidate(key)
    let loader = new.table[key]?.facts.loader
    _ = new.invalidate(key)
    guard was != nil, let index = period(key), periods[index].loader == loader, loader != nil,
      periods[index].load != nil
    else { return }
    periods[index].isOutdated = true
    hear(at: index) { _ in }
  }
}
