import LoadableTesting
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Partial checks (T8)` {
  private func store(
    _ m: Marbles,
    _ check: StepCheck = .partial
  ) -> TestStore<Counter.State, Counter.Action> {
    let words = m.cold("-ab---c")
    return m.testStore(Counter.State(), checking: check) {
      Counter(onBegin: .merge(.see(words).cancellable(id: "work"), .run { _ in throw Offline() }))
    }
  }

  @Test func `a receive skips earlier actions, and nothing has to end`() {
    marbles { m in
      let store = store(m)
      store.send(.begin)
      m.advance(by: .milliseconds(20))
      store.receive(.see("b"), at: .milliseconds(20)) { $0.seen = ["a", "b"] }
    }
  }

  @Test func `a received or skipped action cannot be received again`() {
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        store.receive(.see("b"))
        store.receive(.see("a"))
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        receive(.see("a")) at 20ms: no matching action was received.
        Running:
          an effect with the id "work", started by .begin at 0ms
        """
      ]
    )
  }

  @Test func `a send skips received actions`() {
    marbles { m in
      let store = store(m)
      store.send(.begin)
      m.advance(by: .milliseconds(20))
      store.send(.add(1)) { $0.count = 1 }
    }
  }

  @Test func `a closure compares only the properties that it sets`() {
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.send(.add(1))
        store.send(.add(1)) { $0.count = 2 }
        store.send(.touch) { $0.count = 2 }
        store.send(.add(1)) { $0.count = 4 }
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        send(.add(1)) at 0ms: the state differs (- expected, + actual):
          Counter.State(
        -   count: 4,
        +   count: 3,
            seen: []
          )
        """
      ]
    )
  }

  @Test func `a missing action is reported with the received one, which is not skipped`() {
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        store.receive(.see("x"))
        store.receive(.see("a"))
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        receive(.see("x")) at 20ms: no matching action was received.
        Received:
          .see("a"), received at 10ms
          .see("b"), received at 20ms
        Running:
          an effect with the id "work", started by .begin at 0ms
        """
      ]
    )
  }

  @Test func `partial checks are limited to a closure, and skip unreceived actions at its end`() {
    marbles { m in
      let store = store(m, .exhaustive)
      store.checking(.partial) {
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        store.receive(.see("b")) { $0.seen = ["a", "b"] }
        store.store.send(.touch)
      }
      store.send(.add(1)) { $0.count = 1 }
      m.advance(by: .milliseconds(40))
      store.receive(.see("c")) { $0.seen = ["a", "b", "c"] }
      store.send(.stop)
    }
  }

  @Test func `after the closure checks are exhaustive again, also when it has thrown`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        #expect(throws: Offline.self) {
          try store.checking(.partial) { () throws(Offline) in throw Offline() }
        }
        store.send(.add(1))
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `a closure can check everything`() {
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.checking(.exhaustive) { _ = store.send(.add(1)) }
        store.send(.add(1))
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `actions in an exhaustive closure can be received after it`() {
    marbles { m in
      let store = m.testStore(Counter.State()) { Counter(onBegin: .send(.see("a"))) }
      store.checking(.exhaustive) { _ = store.send(.begin) }
      store.receive(.see("a")) { $0.seen = ["a"] }
    }
  }

  @Test func `a single error can be skipped manually`() {
    marbles { m in
      let store = m.testStore(Counter.State()) { Counter(onBegin: .run { _ in throw Offline() }) }
      store.send(.begin)
      store.skipReceived()
    }
  }

  @Test func `received actions and errors can be skipped manually`() {
    let line: UInt = #line + 8
    let failures = failures {
      marbles { m in
        let store = store(m, .exhaustive)
        store.send(.begin)
        m.advance(by: .milliseconds(60))
        store.skipReceived()
        store.send(.stop)
        store.skipReceived()
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        skipReceived at 60ms: no unchecked action or error was received.

        The action or error is received later, or not at all.

        Remove the call, or advance time before it.
        """
      ]
    )
  }
}
