import ReactiveLoadable
import Testing

@Suite("R11 Chains without end are reported", .serialized)
struct R11ChainTests {
  @Test func `a chain over two relays is reported once, names both, and goes on`() {
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
      "\($0)".contains("without end")
    }
    withExtendedLifetime(subscription) {}
  }

  @Test func `a long chain below the bound is not reported`() {
    let relay = BehaviorRelay(0)
    let subscription = relay.sink { if $0 > 0, $0 < 9_990 { relay.accept($0 + 1) } }
    relay.accept(1)
    #expect(relay.value == 9_990)
    withExtendedLifetime(subscription) {}
  }

  @Test func `many accepts one after the other are no chain`() {
    let relay = PublishRelay<Int>()
    let other = BehaviorRelay(0)
    let subscription = relay.sink { other.accept($0) }
    for value in 1...25_000 { relay.accept(value) }
    #expect(other.value == 25_000)
    withExtendedLifetime(subscription) {}
  }
}
