import ReactiveLoadable
import Testing

@testable import ReactiveCaching

/// Every order of the events of a key, without its values.
@Suite struct `The facts about a key (C1, C2)` {
  private enum Event: CaseIterable {
    case low, high, endLow, endHigh, load, settle, grace
  }

  /// The facts, and a plain list of interests.
  private struct Pair {
    var facts = KeyFacts()
    var interests: [LoadPriority] = []
    var isLoading = false
    var isLeaving = false
    var tickets: UInt = 0

    /// True if the facts agree with the list.
    var isRight: Bool {
      facts.interests.highest == interests.max()
        && facts.isActive == (!interests.isEmpty || isLeaving)
        && (facts.leaving != nil) == isLeaving
        && facts.isAbandoned == (interests.isEmpty && !isLoading)
        && facts.priority == interests.max() ?? .veryLow
    }

    mutating func play(_ event: Event) {
      switch event {
      case .low: take(.low)
      case .high: take(.veryHigh)
      case .endLow: leave(.low)
      case .endHigh: leave(.veryHigh)
      case .load: receive(isLoading: true)
      case .settle: receive(isLoading: false)
      case .grace:
        if facts.expire(tickets).isEnd != isLeaving { interests = [.normal] }
        if isLeaving { end() }
      }
    }

    private mutating func take(_ priority: LoadPriority) {
      let (before, wasLeaving) = (facts.priority, isLeaving)
      let taken = facts.take(priority, at: .zero)
      interests.append(priority)
      isLeaving = false
      let isRight =
        taken.found == (isLoading ? .joined : .missing) && (taken.wasLeaving != nil) == wasLeaving
        && taken.priority == (facts.priority == before ? nil : facts.priority)
      if !isRight { interests = [] }
    }

    private mutating func leave(_ priority: LoadPriority) {
      guard let index = interests.firstIndex(of: priority) else { return }
      let before = facts.priority
      interests.remove(at: index)
      tickets += 1
      let expected: KeyFacts.Change =
        if interests.isEmpty {
          isLoading ? .leaving(tickets) : .ended
        } else {
          interests.max() == before ? .none : .moved(interests.max() ?? .normal)
        }
      if facts.leave(priority, tickets) != expected { interests = [.normal] }
      isLeaving = interests.isEmpty && isLoading
      if expected == .ended { end() }
    }

    /// A loader exists only while there are interests, or for a load in its grace time.
    private mutating func receive(isLoading: Bool) {
      guard facts.isActive else { return }
      let decision = (facts.flight.decision ?? 0) + 1
      _ = facts.hear(LoadMarks(decision: decision, load: isLoading ? decision : nil))
      self.isLoading = isLoading
      if facts.isAbandoned { end() }
    }

    private mutating func end() {
      facts.forgetLoader()
      (isLoading, isLeaving) = (false, false)
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
        Issue.record("\(event) leads to \(next.facts), expected \(next.interests)")
        return
      }
      explore(next, rest - 1, &orders)
    }
  }
}
