import LoadableTesting
import TestSupport
import Testing

@Suite struct LeftoverLimitsTests {
  private let survivors = Survivors()

  @Test func `20,000 subscriptions that end in the test are no leftovers`() async {
    let query = BehaviorRelay("")
    await leftovers {
      for _ in 0..<20_000 { _ = query.sink { _ in } }
    }
  }

  @Test func `the first subscription is found after 10,000 others`() async {
    let query = BehaviorRelay("")
    let text = await leftover {
      await leftovers(grace: .zero) {
        survivors.keep(query.sink { _ in })
        for _ in 0..<10_000 { _ = query.sink { _ in } }
      }
    }
    #expect(text.hasPrefix("a subscription of BehaviorRelay<String> ("))
  }

  @Test func `any number of tasks may be created after a check`() async {
    await leftovers {}
    for _ in 0..<100_000 { await Task {}.value }
  }

  @Test func `threads create and end subscriptions whose deinit creates more`() async {
    let query = BehaviorRelay("")
    await leftovers {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<500 {
              let resubscriber = Resubscriber(query: query)
              _ = BehaviorRelay(resubscriber).sink { _ in _ = resubscriber }
            }
          }
        }
      }
    }
  }
}

private final class Resubscriber: Sendable {
  private let query: BehaviorRelay<String>

  init(query: BehaviorRelay<String>) { self.query = query }

  deinit { _ = BehaviorRelay(query.value).sink { _ in } }
}
