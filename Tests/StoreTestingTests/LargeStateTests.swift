import LoadableTesting
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Failures of large states` {
  @Test func `one other element of 1,000 is named, and the text is short`() {
    var seen = (0..<1_000).map { "text \($0)" }
    let initial = Counter.State(seen: seen)
    seen[700] = "other"
    seen.append("new")
    let failures = failures {
      marbles { m in
        let store = m.testStore(initial) { Counter() }
        store.send(.see("new")) { $0.seen = seen }
      }
    }
    let text = failures.map(\.text).joined(separator: "\n")
    #expect(text.contains(".seen[700]") && text.contains(#"- "other""#), "\(text)")
    #expect(text.utf8.count < 1_000, "\(text)")
  }
}
