import MarbleTesting
import OpenCombineShim
import Testing

@Suite struct SubscriptionTextTests {
  @Test func `a diagram without a subscription is a mistake`() {
    let failures = failures {
      marbles { m in m.expectSubscriptions(m.cold("x"), ["---", "^!", "", "-/* none */"]) }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[0] } == [
        "This is not a diagram: column 4: expected '^' in the diagram of one subscription, found the end.",
        "This is not a diagram: column 1: expected '^' in the diagram of one subscription, found the end.",
        "This is not a diagram: column 12: expected '^' in the diagram of one subscription, found the end.",
      ]
    )
    #expect(failures.first?.text.contains("\n  ---\n     ^\n") == true)
  }
}
