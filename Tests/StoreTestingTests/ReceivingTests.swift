import CombineShim
import LoadableTesting
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Receiving in steps (T2, T3)` {
  private func store(
    _ m: Marbles,
    _ diagram: String = "--a-b|"
  ) -> TestStore<Counter.State, Counter.Action> {
    let words = m.cold(diagram)
    return m.testStore(Counter.State()) {
      Counter(onBegin: .publisher { words.map(Counter.Action.see) }.cancellable(id: "work"))
    }
  }

  @Test func `the first received action is checked, by value, by case and by predicate`() {
    marbles { m in
      let store = store(m, "-ab--c|")
      store.send(.begin)
      m.advance(by: .milliseconds(20))
      store.receive(.see("a"), at: .milliseconds(10)) { $0.seen = ["a"] }
      #expect(store.receive(case: .see, at: .milliseconds(20)) { $0.seen = ["a", "b"] } == "b")
      m.advance(to: .seconds(1))
      store.receive(where: { $0 == .see("c") }, at: .milliseconds(50)) { $0.seen.append("c") }
    }
  }

  @Test func `a different action is reported with its differences, and counts as received`() {
    let line: UInt = #line + 6
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.send(.begin)
        m.advance(by: .milliseconds(40))
        store.receive(.see("x")) { $0.seen = ["x"] }
        store.receive(.see("b")) { $0.seen = ["a", "b"] }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        receive(.see("x")): the first unchecked action is different: .see("a"), received at 20ms
        - Counter.Action.see("x")
        + Counter.Action.see("a")

        An effect sends something else, or sends it earlier than the test expects. The received action \
        counts as checked.

        Receive it before this step, correct its sender, or skip it with `checking: .partial`.
        """
      ]
    )
  }

  @Test func `an action of another case, or that does not match, is reported`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter(onBegin: .send(.touch)) }
        store.send(.begin)
        #expect(store.receive(case: .see) == nil)
        store.send(.begin)
        store.receive(where: { $0 == .stop })
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n").prefix(2) } == [
        [
          "receive(case:): the first unchecked action is different: .touch, received at 0ms",
          "  it has another case",
        ],
        [
          "receive(where:): the first unchecked action is different: .touch, received at 0ms",
          "  it does not match",
        ],
      ]
    )
  }

  @Test func `a different state is reported with the state after this action`() {
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.send(.begin)
        m.advance(by: .milliseconds(40))
        store.receive(.see("a"))
        store.receive(.see("b")) { $0.seen = ["a", "b"] }
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        receive(.see("a")) at 20ms: the state differs (- expected, + actual):
          Counter.State(
            count: 0,
            seen: [
        +     [0]: "a"
            ]
          )

        A step without a closure expects that its action does not change the state.

        Correct the closure or the reducer; `checking: .partial` compares only what a closure changes.
        """
      ]
    )
  }

  @Test func `a different time is reported, and the state is compared as well`() {
    let failures = failures {
      marbles { m in
        let store = store(m, "--a|")
        store.send(.begin)
        m.advance(by: .milliseconds(50))
        store.receive(.see("a"), at: .milliseconds(50)) { $0.count = 1 }
      }
    }
    #expect(failures.count == 2)
    #expect(failures.last?.text.contains("+     [0]: \"a\"") == true)
    #expect(
      failures.first?.text == """
        receive(.see("a")) was expected at 50ms, but was received at 20ms.

        An effect takes more or less time than the test expects.

        Correct the time, or the delay.
        """
    )
  }

  @Test func `without an action the failure lists running and due work`() {
    let line: UInt = #line + 6
    let failures = failures {
      marbles { m in
        let store = store(m, "--a|")
        store.send(.begin)
        m.advance(by: .milliseconds(15))
        store.receive(.see("a")) { $0.seen = ["a"] }
        m.advance(by: .milliseconds(5))
        store.receive(.see("a")) { $0.seen = ["a"] }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        receive(.see("a")) at 15ms: no matching action was received.
        Running:
          an effect with the id "work", started by .begin at 0ms

        It may be received later: the next event is due at 20ms. Or nothing sends it.

        Call m.advance(by: .milliseconds(5)) before this step, or correct the sender.
        """
      ]
    )
  }

  @Test(arguments: [
    (Duration.seconds(2), ".seconds(2)"), (.milliseconds(1500), ".milliseconds(1500)"),
    (.microseconds(500), ".milliseconds(0.5)"),
  ])
  func `due work is printed as Swift code`(_ delay: Duration, _ text: String) {
    let failures = failures {
      marbles { m in
        let clock = m.clock
        let store = m.testStore(Counter.State()) {
          Counter(onBegin: .run { _ in try await clock.sleep(for: delay) })
        }
        store.send(.begin)
        store.receive(.touch)
      }
    }
    #expect(failures.map { $0.text.contains("Call m.advance(by: \(text)) ") } == [true])
  }

  @Test func `without an action and without due work the failure says so`() {
    let failures = failures {
      marbles { m in
        let store = store(m, "")
        store.send(.begin)
        store.receive(.see("a"))
        store.send(.stop)
        store.receive(.see("a"))
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        receive(.see("a")) at 0ms: no matching action was received.
        Running:
          an effect with the id "work", started by .begin at 0ms

        No event is scheduled: the running work waits for something that does not happen.

        Check its sender: an effect, a load, or an input that ends early.
        """,
        """
        receive(.see("a")) at 0ms: no matching action was received.

        Nothing is running, and no event is scheduled: no effect was started, or all have ended.

        Check its sender: an effect, a load, or an input that ends early.
        """,
      ]
    )
  }

  @Test func `a closure of a receive follows the same rules`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter(onBegin: .send(.touch)) }
        store.send(.begin)
        store.receive(.touch) { $0.count = 0 }
        store.send(.begin)
        store.receive(.touch) { _ in throw Offline() }
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n").first } == [
        "receive(.touch) at 0ms did not change the state, but the step has a closure.",
        "The closure of receive(.touch) threw Offline().",
      ]
    )
  }

  @Test func `actions of the code under test are received, at any time`() {
    marbles { m in
      let store = m.testStore(Counter.State()) { Counter() }
      m.hot("--a") { store.store.send(.see($0)) }
      store.store.send(.add(1))
      store.receive(.add(1), at: .zero) { $0.count = 1 }
      m.advance(by: .milliseconds(20))
      store.receive(.see("a"), at: .milliseconds(20)) { $0.seen = ["a"] }
    }
  }

  @Test func `work due at this time runs before a step checks`() {
    marbles { m in
      let store = m.testStore(Counter.State()) { Counter() }
      let plain = store.store
      Task { plain.send(.add(1)) }
      store.receive(.add(1)) { $0.count = 1 }
    }
  }
}
