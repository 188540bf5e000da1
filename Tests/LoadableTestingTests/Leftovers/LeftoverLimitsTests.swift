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

  @Test func `a relay that shows loading after 1,500 others is a leftover`() async {
    let text = await leftover {
      await leftovers(grace: .zero) {
        let states = BehaviorRelay<Loadable<Int, LoadError>>(.notRequested)
        survivors.keep(states)
        for index in 0..<1_500 { _ = BehaviorRelay(index) }
        states.accept(.loading())
      }
    }
    #expect(text.contains("which shows loading"))
  }

  @Test func `subscriptions on a thread belong to the check of relays at reused addresses`() async {
    let text = await failure {
      await leftovers(grace: .zero) {
        for _ in 0..<3 {
          var relays = (0..<1_023).map { BehaviorRelay($0) }
          relays.removeAll()
          let live = (0..<1_500).map { BehaviorRelay($0) }
          await onAThread { for relay in live { survivors.keep(relay.sink { _ in }) } }
          survivors.keep(live)
        }
      }
    }
    #expect(text.contains("; 4499 more:"))
  }

  @Test func `a look reads the text of one leftover`() async {
    let (gate, texts) = (Gate(), Log<Int>())
    let loaders = (0..<1_000).map { _ in
      RequestLoader<Described, Int> { request in
        await gate.wait()
        return request.id
      }
    }
    let text = await failure {
      await leftovers(grace: .milliseconds(1), ignoring: "no name of any") {
        for (id, loader) in loaders.enumerated() { loader.load(Described(id: id, texts: texts)) }
      }
    }
    gate.open()
    #expect(text.contains("999 more"))
    // Once in twenty looks, all for the exceptions, and all for the report.
    #expect(texts.entries.count <= 2_020)
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

/// A request that counts the readings of its text.
private struct Described: Hashable, Sendable, CustomStringConvertible {
  let id: Int
  let texts: Log<Int>

  var description: String {
    texts.note(id)
    return "request \(id)"
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
