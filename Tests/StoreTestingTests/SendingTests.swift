import LoadableTesting
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Sending in steps (T1)` {
  @Test func `a step states the change of the state`() {
    marbles { m in
      let store = m.testStore(Counter.State()) { Counter() }
      store.send(.add(2)) { $0.count = 2 }
      store.send(.add(3)) { $0.count = 5 }
      store.send(.touch)
      #expect(store.state.count == 5)
    }
  }

  @Test func `a different state is reported with its differences, at the line of the step`() {
    let line: UInt = #line + 4
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        store.send(.add(2)) { $0.count = 3 }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        send(.add(2)) at 0ms: the state differs (- expected, + actual):
          Counter.State(
        -   count: 3,
        +   count: 2,
            seen: []
          )

        The action changes the state differently from the closure.

        Correct the closure or the reducer; `checking: .partial` compares only what a closure changes.
        """
      ]
    )
  }

  @Test func `without a closure no change is allowed`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        m.advance(by: .milliseconds(10))
        store.send(.see("a"))
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        send(.see("a")) at 10ms: the state differs (- expected, + actual):
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

  @Test func `a closure that changes nothing where nothing changes is a failure`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State(count: 1)) { Counter() }
        store.send(.touch) { $0.count = 1 }
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        send(.touch) at 0ms did not change the state, but the step has a closure.

        The state already has the values of the closure, or the action does not do what it should.

        Remove the closure, or correct the reducer.
        """
      ]
    )
  }

  @Test func `a closure that throws is a failure`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        store.send(.add(1)) { _ in throw Offline() }
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        The closure of send(.add(1)) threw Offline().

        The state after the action was not compared.

        Only change the given state in the closure.
        """
      ]
    )
  }

  @Test func `states that differ and look alike say so`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Lookalike(id: 1)) {
          Reduce<Lookalike, Int> { state, id in
            state = Lookalike(id: id)
            return .none
          }
        }
        store.send(2)
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        send(2) at 0ms: the state differs (- expected, + actual):
          // Not equal but no difference detected:
        - Lookalike()
        + Lookalike()
        """
      ]
    )
  }

  @Test func `effects that end synchronously are done after their step, and not part of it`() {
    marbles { m in
      let answer = m.cold("(a|)")
      let store = m.testStore(Counter.State()) {
        Counter(onBegin: .merge(.send(.add(1)), .run { send in send(.see(try await answer())) }))
      }
      store.send(.begin)
      #expect(store.state == Counter.State(count: 1, seen: ["a"]))
      store.receive(.add(1)) { $0.count = 1 }
      store.receive(.see("a")) { $0.seen = ["a"] }
    }
  }

  @Test func `the handle of a step cancels its effects`() {
    marbles { m in
      let never = m.cold("")
      let store = m.testStore(Counter.State()) {
        Counter(onBegin: .run { send in send(.see(try await never())) })
      }
      let work = store.send(.begin)
      m.advance(by: .milliseconds(30))
      work?.cancel()
    }
  }

  @Test func `synchronous effects of an action that runs are done after its step`() {
    marbles { m in
      let answer = m.cold("(A|)")
      let store = m.testStore(Counter.State()) { Counter() }
      store.run(Fetch { try await answer() })
      #expect(store.state == Counter.State(count: 1, seen: ["A"]))
      store.skipReceived()
    }
  }

  @Test func `running an action is a step, and its actions are received`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = m.testStore(Counter.State()) { Counter() }
      store.run(Fetch { try await answer() })
      store.receive(.add(1)) { $0.count = 1 }
      m.advance(by: .milliseconds(20))
      store.receive(.see("A"), at: .milliseconds(20)) { $0.seen = ["A"] }
    }
  }
}

/// Adds one, and receives a response.
struct Fetch: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    store.send(.add(1))
    store.send(.see(try await answer()))
  }
}

/// A value whose description equals that of different values.
private struct Lookalike: Sendable, Equatable, CustomReflectable {
  let id: Int
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
