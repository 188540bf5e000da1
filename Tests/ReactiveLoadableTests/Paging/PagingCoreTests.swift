import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// The core of paged lists, explored once for all types: it has no values.
@Suite struct `The core of paged lists` {
  /// True if all policies are explored with four events; by default only the first one is.
  private static let isDeep = ProcessInfo.processInfo.environment["LAWS_DEPTH"] != nil

  @Test(arguments: [nil, 2] as [Int?], [PagingPolicy.AfterFailure.waitForRetry, .retry])
  func `Every order of events keeps the laws`(
    window: Int?,
    afterFailure: PagingPolicy.AfterFailure
  ) async {
    let isFirst = window == nil && afterFailure == .waitForRetry
    let length = isFirst || Self.isDeep ? 4 : 3
    let count = await explore(.never, window, afterFailure, length: length)
    #expect(count == (length == 4 ? 531_441 : 19_683))
  }

  @Test func `A young list of a record keeps the laws, too`() async {
    let length = Self.isDeep ? 4 : 3
    let count = await explore(.lasting(.seconds(1)), nil, .waitForRetry, length: length)
    #expect(count == (length == 4 ? 531_441 : 19_683))
  }

  /// Returns the number of orders that keep the laws.
  // On a separate thread, because it takes so long that other tests would wait for the pool.
  private func explore(
    _ freshness: Freshness,
    _ window: Int?,
    _ afterFailure: PagingPolicy.AfterFailure,
    length: Int
  ) async -> Int {
    var load = LoadPolicy(retry: .constant(.zero, limit: 1))
    load.freshness = freshness
    let policy = PagingPolicy(
      load: load,
      prefetchDistance: 1,
      emptyPageLimit: 1,
      window: window,
      cachedLists: 1,
      afterFailure: afterFailure
    )
    let counts = Log<Int>()
    await onOwnThread {
      var count = 0
      _ = try? explore(CoreWorld(policy.resolved), length, &count)
      counts.note(count)
    }
    return counts.entries.first ?? 0
  }

  private func explore(_ world: CoreWorld, _ length: Int, _ count: inout Int) throws {
    if length == 0 { return count += 1 }
    for letter in CoreWorld.Letter.allCases {
      var next = world
      if let law = next.perform(letter) {
        Issue.record("\(law) after \(next.path): \(next.core)")
        throw CancellationError()
      }
      try explore(next, length - 1, &count)
    }
  }

  @Test func `It prints its phase, its lists and the loads at their ends`() {
    var world = CoreWorld(PagingPolicy().resolved)
    #expect("\(world.core)" == "settled; not requested")
    for letter in [.load, .page, .next] as [CoreWorld.Letter] {
      #expect(world.perform(letter) == nil)
    }
    #expect(
      "\(world.core)" == """
        settled; listed; list 2 items of key 1 in 1 pages, start idle, \
        end idle, load 3, attempt 4, 0 retries
        """
    )
    _ = world.perform(.refresh)
    #expect(
      "\(world.core)" == """
        loading refresh of key 1, 1 pages, attempt 6, 0 retries; listed; \
        list 2 items of key 1 in 1 pages, start idle, end idle, load 3 waits
        """
    )
  }
}

/// A core, and the loads and attempts that its decisions have started.
private struct CoreWorld {
  enum Letter: CaseIterable {
    case load, loadOther, loadIfNeeded, next, previous, setVisible, refresh, refreshAllPages, retry
    case revalidate
    case cancel, clear, reset, invalidate, cancelLoad, removeLast, page, lastPage, emptyPage
    case repeatedPage, pageOfOther, fail, failMayRetry, waited, expired, record, part
  }

  var core: PagingCore
  private(set) var path: [Letter] = []
  private var open: Set<UInt> = []
  private var ended: Set<UInt> = []
  /// The current attempt or delay of each load.
  private var attempts: [UInt: UInt] = [:]

  init(_ policy: PagingPolicy.Resolved) { core = PagingCore(policy) }

  /// Performs an event; returns a broken law.
  mutating func perform(_ letter: Letter) -> String? {
    path.append(letter)
    let before = core
    var decision = PagingDecision(at: .zero)
    decide(letter, &decision)
    keepPart(before, decision)
    if decision.change == .none, core != before { return "a change is not reported" }
    if let law = follow(decision, since: before) { return law }
    if let load = decision.load, !open.contains(load), !ended.contains(load) {
      return "load \(load) is joined and was never opened"
    }
    return law(of: letter, since: before) ?? brokenLaw
  }

  /// A record is shown or is the result, and a cancel returns to it.
  private func law(of letter: Letter, since before: PagingCore) -> String? {
    if letter == .cancel, core.settled != before.settled || core.list?.count != before.list?.count {
      return "a cancel does not return to the settled list"
    }
    if let law = lawOfParts(letter, since: before) { return law }
    guard letter == .record, core != before else { return nil }
    guard case .listed = core.settled, core.list?.key == before.currentKey else {
      return "a record is not the list of its key"
    }
    let isResult = core.phase == .settled
    let isLasting = core.policy.load.freshness != .never
    let mayBeResult = before.needsList && !before.isInvalidated && isLasting
    return isResult == mayBeResult ? nil : "a record is wrongly a result, or wrongly not"
  }

  /// A part changes no settled list, leads to no page, and is not cached.
  private func lawOfParts(_ letter: Letter, since before: PagingCore) -> String? {
    if letter == .part, core.settled != before.settled || core.list != before.list {
      return "a part changes the settled list"
    }
    let leadsNowhere = before.list?.isPart == true && before.list?.key == before.currentKey
    if letter == .next, leadsNowhere, before.phase == .settled, core != before {
      return "a part leads to a page"
    }
    if letter == .record, before.showsList(.part), !core.showsList(.part), core.phase != .settled {
      return "a record replaces a part"
    }
    if core.list?.isPart == true, core.settled == .listed || core.list?.pages != 0 {
      return "a part is a settled list"
    }
    return core.cached.contains(where: \.isPart) ? "a part is cached" : nil
  }

  /// Keeps the part of a failed load, as the machine does.
  private mutating func keepPart(_ before: PagingCore, _ decision: PagingDecision) {
    guard decision.contentsChanges.contains(.failList), before.showsList(.part),
      let key = before.currentKey
    else { return }
    core.keepPart(of: key, count: 3, visible: nil)
  }

  /// Performs the change of the work, as the storage does.
  private mutating func follow(_ decision: PagingDecision, since before: PagingCore) -> String? {
    if decision.ended.isEmpty, core.tickets == before.tickets,
      core.loads != before.loads
        || PagingTarget.all.contains(where: { core.workChange(at: $0, since: before) != .none })
    {
      return "the work changes without a new ticket"
    }
    for (load, _) in decision.ended {
      guard open.remove(load) != nil, ended.insert(load).inserted else {
        return "load \(load) ends and is not open"
      }
      attempts[load] = nil
    }
    for load in core.loads where !before.loads.contains(load) {
      if ended.contains(load) || !open.insert(load).inserted { return "load \(load) is not new" }
    }
    for target in PagingTarget.all {
      switch core.workChange(at: target, since: before) {
      case .none: break
      case .end: if let load = before[target]?.load { attempts[load] = nil }
      case .start, .replace, .proceed:
        guard let page = core[target] else { return "\(target) proceeds without a page" }
        let (load, ticket) = (page.load, page.attempts.ticket)
        guard open.contains(load) else { return "load \(load) starts and is not open" }
        guard ticket > attempts[load] ?? 0 else { return "ticket \(ticket) is not new" }
        attempts[load] = ticket
      }
    }
    return nil
  }

  private var brokenLaw: String? {
    if Set(core.loads) != open { return "open \(open), loads \(core.loads)" }
    let work = Dictionary(uniqueKeysWithValues: core.work.map { ($0.load, $0.attempts.ticket) })
    if work != attempts { return "the work is \(work), the attempts are \(attempts)" }
    if case .loading = core.phase, work.isEmpty { return "loading without work" }
    switch core.settled {
    case .notRequested: if core.list != nil { return "a list that was not requested" }
    case .listed: if core.list == nil { return "listed without a list" }
    case .failed: break
    }
    let keys = core.cached.map(\.key)
    if keys.count > core.policy.cachedLists { return "too many cached lists" }
    if Set(keys).count != keys.count { return "a key is cached twice" }
    for end in ListEnd.allCases {
      if let endState = core.list?[end], endState.settled == .complete, endState.load != nil,
        core.phase == .settled
      {
        return "a complete end loads"
      }
    }
    return nil
  }

  private mutating func decide(_ letter: Letter, _ decision: inout PagingDecision) {
    let work = core.work.first
    let ticket = work?.attempts.ticket ?? 0
    func handle(_ event: AttemptCycle.Event, of ticket: UInt) {
      core.handle(event, of: ticket, &decision)
    }
    switch letter {
    case .load: core.load(1, ifNeeded: false, &decision)
    case .loadOther: core.load(2, ifNeeded: false, &decision)
    case .loadIfNeeded: core.load(1, ifNeeded: true, &decision)
    case .next: core.loadPage(.end, orElse: nil, &decision)
    case .previous: core.loadPage(.start, orElse: nil, &decision)
    case .setVisible: core.setVisible(0, &decision)
    case .refresh: core.refresh(isDeep: false, startsSame: true, &decision)
    case .refreshAllPages: core.refresh(isDeep: true, startsSame: false, &decision)
    case .revalidate: core.revalidate(&decision)
    case .retry: core.retry(&decision)
    case .cancel: core.cancel(&decision)
    case .clear: core.clear(&decision)
    case .reset: core.reset(&decision)
    case .invalidate: core.invalidate(&decision)
    case .cancelLoad: if let load = open.min() { core.cancel(load, &decision) }
    case .removeLast:
      if let list = core.list, list.count > 0 {
        core.edited(count: list.count - 1, isRemoval: true, &decision)
      }
    case .page: take(work, 2, hasMore: true, &decision)
    case .pageOfOther: take(core.work.last, 2, hasMore: true, &decision)
    case .lastPage: take(work, 2, hasMore: false, &decision)
    case .emptyPage: take(work, 0, hasMore: true, &decision)
    case .repeatedPage: take(work, 2, hasMore: true, repeats: true, &decision)
    case .fail: handle(.failed(mayRetry: false), of: ticket)
    case .failMayRetry: handle(.failed(mayRetry: true), of: ticket)
    case .waited: handle(.delayElapsed, of: ticket)
    case .record:
      guard core.keyToRestore(for: ticket) != nil else { return }
      let added = PagingCore.AddedPage(
        new: 4,
        count: 4,
        pages: 2,
        hasMore: true,
        otherHasMore: false
      )
      core.restore(added, age: .zero, isStale: false, &decision)
    case .part:
      guard core[.list]?.attempts.isAttempting(ticket) == true else { return }
      if core.showPart(3, firstPage: 2) { decision.show() }
    case .expired: handle(.timedOut(isFailure: true), of: work?.attempts.first ?? 0)
    }
  }

  /// A page of new items, as the contents would report it.
  private mutating func take(
    _ work: PagingCore.Work?,
    _ new: Int,
    hasMore: Bool,
    repeats: Bool = false,
    _ decision: inout PagingDecision
  ) {
    guard let work, core.target(of: work.attempts.ticket) == work.target else { return }
    let draft = core.runningLoad?.draftPages ?? 0
    let pages = (work.target == .list ? draft : core.list?.pages ?? 0) + (new > 0 ? 1 : 0)
    var added = PagingCore.AddedPage(
      new: new,
      count: work.target == .list ? pages * 2 : (core.list?.count ?? 0) + new,
      pages: pages,
      hasMore: hasMore,
      repeats: repeats,
      otherHasMore: true
    )
    switch work.target {
    case .list:
      let (isComplete, fault) = core.receive(added, &decision)
      if isComplete { core.finishLoad(added, fault, &decision) }
    case .end(let end):
      if let window = core.policy.window, pages > window {
        (added.pages, added.count, added.dropped) = (window, added.count - 2, 2)
      }
      core.receive(added, at: end, &decision)
    }
  }
}

extension PagingCore {
  fileprivate var needsList: Bool {
    if case .loading(let run) = phase { run.isNeeded } else { false }
  }

  fileprivate func showsList(_ list: ShownList) -> Bool {
    if case .loading(let run) = phase { run.shown == list } else { false }
  }

  fileprivate var isInvalidated: Bool { runningLoad?.isOutdated == true }
}
