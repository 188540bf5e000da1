import ReactiveLoadable
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// Every order of the events of a key, without its values.
@Suite struct `The core of a cache entry (C1, C2)` {
  private enum Event: CaseIterable {
    case low, high, endLow, endHigh, load, settle, grace
  }

  /// The core, and a plain list of interests.
  private struct Pair {
    var core = CacheEntryCore()
    var interests: [LoadPriority] = []
    var isLoading = false
    var isInGrace = false
    var tickets: UInt = 0

    /// True if the core agrees with the list.
    var isRight: Bool {
      core.interests.highest == interests.max()
        && core.isActive == (!interests.isEmpty || isInGrace)
        && (core.graceTicket != nil) == isInGrace
        && core.isAbandoned == (interests.isEmpty && !isLoading)
        && core.priority == interests.max() ?? .veryLow
    }

    mutating func play(_ event: Event) {
      switch event {
      case .low: addInterest(.low)
      case .high: addInterest(.veryHigh)
      case .endLow: removeInterest(.low)
      case .endHigh: removeInterest(.veryHigh)
      case .load: receive(isLoading: true)
      case .settle: receive(isLoading: false)
      case .grace:
        if core.expire(tickets).isEnd != isInGrace { interests = [.normal] }
        if isInGrace { end() }
      }
    }

    private mutating func addInterest(_ priority: LoadPriority) {
      let (before, cancelledGrace) = (core.priority, isInGrace)
      let added = core.addInterest(priority, at: .zero)
      interests.append(priority)
      isInGrace = false
      let isRight =
        added.lookup == (isLoading ? .joined : .miss)
        && (added.cancelledGrace != nil) == cancelledGrace
        && added.priority == (core.priority == before ? nil : core.priority)
      if !isRight { interests = [] }
    }

    private mutating func removeInterest(_ priority: LoadPriority) {
      guard let index = interests.firstIndex(of: priority) else { return }
      let before = core.priority
      interests.remove(at: index)
      tickets += 1
      let expected: CacheEntryCore.Change =
        if interests.isEmpty {
          isLoading ? .graceStarted(tickets) : .ended
        } else {
          interests.max() == before ? .none : .priorityChanged(interests.max() ?? .normal)
        }
      if core.removeInterest(priority, tickets) != expected { interests = [.normal] }
      isInGrace = interests.isEmpty && isLoading
      if expected == .ended { end() }
    }

    /// A loader exists only while there are interests, or for a load in its grace time.
    private mutating func receive(isLoading: Bool) {
      guard core.isActive else { return }
      let decision = (core.lastDecision ?? 0) + 1
      let revision = LoadRevision(
        load: isLoading ? decision : nil,
        asOf: nil,
        staleAt: nil,
        hasFailed: false,
        isOutdated: false
      )
      _ = core.receive(revision, of: decision)
      self.isLoading = isLoading
      if core.isAbandoned { end() }
    }

    private mutating func end() {
      core.removeLoader()
      (isLoading, isInGrace) = (false, false)
    }
  }

  @Test func `no order of seven events breaks the list of interests`() {
    var orders = 0
    explore(Pair(), 7, &orders)
    #expect(orders == 823_543)
  }

  private func explore(_ pair: Pair, _ rest: Int, _ orders: inout Int) {
    if rest == 0 { return orders += 1 }
    for event in Event.allCases {
      var next = pair
      next.play(event)
      if !next.isRight {
        Issue.record("\(event) leads to \(next.core), expected \(next.interests)")
        return
      }
      explore(next, rest - 1, &orders)
    }
  }
}
