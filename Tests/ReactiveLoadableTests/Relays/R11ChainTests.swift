import IssueReporting
import ReactiveLoadable
import TestSupport
import Testing

@Suite("R11 Endless chains are reported", .serialized)
struct R11ChainTests {
  @Test func `a chain over two relays is reported once, names both, and continues`() {
    let first = BehaviorRelay(0)
    let firstLine = #line - 1
    let second = BehaviorRelay(0)
    let secondLine = #line - 1
    let back = first.sink { if $0 > 0, $0 < 25_000 { second.accept($0 + 1) } }
    let forth = second.sink { if $0 > 0 { first.accept($0 + 1) } }
    let issues = Log<String>()
    withKnownIssue {
      first.accept(1)
    } matching: { issue in
      issues.note("\(issue)")
      return true
    }
    #expect(issues.entries.count == 1)
    let text = issues.entries.first ?? ""
    #expect(text.contains("ReactiveLoadableTests/R11ChainTests.swift:\(firstLine)"))
    #expect(text.contains("ReactiveLoadableTests/R11ChainTests.swift:\(secondLine)"))
    #expect(first.value >= 25_000)
    withExtendedLifetime((back, forth)) {}
  }

  @Test func `a relay that feeds itself is reported`() {
    let relay = PublishRelay<Int>()
    let subscription = relay.sink { if $0 < 15_000 { relay.accept($0 + 1) } }
    withKnownIssue {
      relay.accept(0)
    } matching: {
      "\($0)".contains("Endless chain of relays")
    }
    withExtendedLifetime(subscription) {}
  }

  /// Accepts the next value for each value, `count` times.
  private func reports(ofChainOf count: Int) -> [Failure] {
    let relay = PublishRelay<Int>()
    let subscription = relay.sink { if $0 < count { relay.accept($0 + 1) } }
    defer { subscription.cancel() }
    return failures { relay.accept(0) }
  }

  @Test func `a chain of 9,999 accepts is not reported, one of 10,000 is`() {
    #expect(reports(ofChainOf: 9_999).isEmpty)
    #expect(reports(ofChainOf: 10_000).count == 1)
  }

  @Test func `the bound also applies to a chain that a replayed value starts`() {
    let ofFirstValue = { (count: Int) in
      let relay = BehaviorRelay(0)
      return failures {
        relay.sink { if $0 < count { relay.accept($0 + 1) } }.cancel()
      }
    }
    #expect(ofFirstValue(9_999).isEmpty)
    #expect(ofFirstValue(10_000).count == 1)
  }

  @Test func `accepts of another thread do not interrupt a chain`() {
    let relay = PublishRelay<Int>()
    let subscription = relay.sink { value in
      guard value >= 0, value < 10_000 else { return }
      if value % 100 == 0 { onThreads(1) { _ in relay.accept(-1) } }
      relay.accept(value + 1)
    }
    #expect(failures { relay.accept(0) }.count == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a chain in which each value leads to two is reported`() {
    let relay = PublishRelay<Int>()
    let subscription = relay.sink { level in
      if level < 13 { for _ in 0..<2 { relay.accept(level + 1) } }
      if level == 5 { onThreads(1) { _ in relay.accept(100) } }
    }
    #expect(failures { relay.accept(0) }.count == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `values of another thread that cause one accept each are no chain`() {
    let relay = PublishRelay<Int>()
    let count = 12_000
    let subscription = relay.sink { value in
      if value == 0 { onThreads(1) { _ in for next in 1...count { relay.accept(next) } } }
      if value > 0 { relay.accept(-value) }
    }
    #expect(failures { relay.accept(0) }.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test func `values of another thread during a replayed value are no chain`() {
    let relay = BehaviorRelay(0)
    let count = 12_000
    let issues = failures {
      let subscription = relay.sink { value in
        if value == 0 { onThreads(1) { _ in for next in 1...count { relay.accept(next) } } }
        if value > 0 { relay.accept(-value) }
      }
      subscription.cancel()
    }
    #expect(issues.isEmpty)
    #expect(relay.value == -count)
  }

  @Test func `requests that cause one accept each are no chain`() {
    let relay = ReplayRelay<Int>(capacity: 4)
    let puller = Puller<Int>()
    puller.answer = { value in
      if value % 2 == 0 { relay.accept(value + 1) }
      return .none
    }
    relay.subscribe(puller)
    let issues = failures {
      for value in 0..<12_000 {
        relay.accept(2 * value)
        puller.pull(.max(2))
      }
    }
    #expect(issues.isEmpty)
    #expect(puller.values.count == 24_000)
  }

  @Test func `a chain of a subscriber that demands one value at a time is reported`() {
    let ofDemand = { (count: Int) in
      let relay = BehaviorRelay(0)
      let puller = Puller<Int>()
      puller.answer = { value in
        if value < count { relay.accept(value + 1) }
        return .max(1)
      }
      relay.subscribe(puller)
      return failures { puller.pull() }
    }
    #expect(ofDemand(9_999).isEmpty)
    #expect(ofDemand(10_000).count == 1)
  }

  @Test func `a long chain below the bound is not reported`() {
    let relay = BehaviorRelay(0)
    let subscription = relay.sink { if $0 > 0, $0 < 9_990 { relay.accept($0 + 1) } }
    relay.accept(1)
    #expect(relay.value == 9_990)
    withExtendedLifetime(subscription) {}
  }

  @Test func `many sequential accepts are no chain`() {
    let relay = PublishRelay<Int>()
    let other = BehaviorRelay(0)
    let subscription = relay.sink { other.accept($0) }
    for value in 1...25_000 { relay.accept(value) }
    #expect(other.value == 25_000)
    withExtendedLifetime(subscription) {}
  }
}
