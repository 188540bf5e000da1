import Foundation
import LoadableTesting
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Calls at the wrong time or place (T9)` {
  typealias CounterStore = TestStore<Counter.State, Counter.Action>

  @Test func `a step while time runs is reported and does nothing`() {
    let line: UInt = #line + 4
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        m.at(.milliseconds(10)) { store.send(.add(1)) }
        m.at(.milliseconds(20)) { #expect(store.state.count == 0) }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        send(.add(1)) was called while time was running.

        It was called from a step, a task or an object of the test; only the body can call it.

        Call it in the body, or use `m.at` to run code at a time.
        """
      ]
    )
  }

  @Test func `every other call while time runs is reported and does nothing`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        m.at(.milliseconds(10)) {
          store.receive(.touch)
          store.receive(case: .see)
          store.receive(where: { _ in true })
          store.receive(failure: Offline())
          store.receive(failureOf: Offline.self)
          store.run(Fetch { "" })
          store.skipReceived()
          _ = m.testStore(Counter.State()) { Counter() }
        }
      }
    }
    #expect(
      failures.map { $0.happened.replacing(" was called while time was running.", with: "") } == [
        "receive(.touch)", "receive(case:)", "receive(where:)", "receive(failure: Offline())",
        "receive(failureOf: Offline.self)", "run(Fetch)", "skipReceived", "m.testStore",
      ]
    )
  }

  @Test func `a step after the run is reported`() {
    let failures = failures {
      var kept: CounterStore?
      marbles { m in kept = m.testStore(Counter.State()) { Counter() } }
      kept?.send(.add(1))
      kept?.receive(.add(1))
      #expect(kept?.state.count == 0)
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[0] } == [
        "send(.add(1)) was called after the run.",
        "receive(.add(1)) was called after the run.",
      ]
    )
  }

  @Test func `a step on another thread is reported and does nothing`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let store = Unchecked(m.testStore(Counter.State()) { Counter() })
        onAnotherThread { store.value.send(.add(1)) }
        #expect(store.value.state.count == 0)
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[0] } == [
        "Another thread used this run: it used send(.add(1)) at 0ms."
      ]
    )
  }

  @Test func `an action from another thread is reported, and not received`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let store = m.testStore(Counter.State()) { Counter() }
        let plain = store.store
        m.at(.milliseconds(10)) { onAnotherThread { plain.send(.add(1)) } }
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[0] } == [
        "Another thread used this run: it used a test store at 10ms."
      ]
    )
  }

  @Test
  func `an action after the run is reported in three parts, where the store was created`() {
    let line: UInt = #line + 5
    let failures = failures {
      var kept: Store<Counter.State, Counter.Action>?
      marbles { m in
        let made =
          m.testStore(Counter.State()) { Counter() }
        kept = made.store
      }
      kept?.send(.add(1))
      #expect(kept?.state.count == 1)
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        .add(1) was sent to a test store after its run. It was reduced; no step can check it.

        The test or one of its objects retained the store, or a task or thread outside the run sent to it.

        Send in the body or with `m.at`, and stop every sender before the body returns.
        """
      ]
    )
  }

  @Test func `an action of an ended effect is reported as an error, in three parts`() {
    let failures = failures {
      marbles { m in
        let sends = Log<Send<Counter.Action>>()
        let store = m.testStore(Counter.State()) { Counter(onBegin: .run { sends.note($0) }) }
        store.send(.begin)
        m.advance(by: .milliseconds(10))
        sends.entries.first?(.see("late"))
      }
    }
    #expect(failures.map { $0.text.components(separatedBy: "\n\n").count } == [3])
    #expect(failures.first?.text.contains("UnhandledAction") == true)
    #expect(failures.first?.text.contains("after its end") == true)
  }

  @Test func `failed steps do not stop the run, and are reported first, in their order`() {
    let failures = failures {
      marbles { m in
        let words = m.cold("--a|")
        let store = m.testStore(Counter.State()) { Counter(onBegin: .see(words)) }
        m.expect(m.hot("--x"), "---x")
        store.send(.add(1))
        store.send(.begin) { $0.count = 5 }
        m.advance(by: .milliseconds(20))
        store.receive(.see("a")) { $0.seen = ["a"] }
      }
    }
    #expect(
      failures.map { $0.text.prefix(12) } == ["send(.add(1)", "send(.begin)", "WhereStepsRu"]
    )
  }

  @Test func `a leftover task is not reported next to failures that explain it`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        store.send(.add(1))
      }
    }
    #expect(failures.map { $0.text.prefix(12) } == ["send(.add(1)"])
  }

  @Test func `failures of steps are reported also when the body throws`() {
    let failures = failures {
      #expect(throws: Offline.self) {
        try marbles { m in
          let store = m.testStore(Counter.State()) { Counter() }
          store.send(.add(1))
          throw Offline()
        }
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `with an invalid configuration no step runs`() {
    let failures = failures {
      marbles { m in
        _ = m.hot("-a-(b-c)")
        let store = m.testStore(Counter.State()) { Counter() }
        store.send(.add(1))
        store.receive(.touch)
        #expect(store.state.count == 0)
      }
    }
    #expect(failures.map { $0.text.hasPrefix("Invalid diagram") } == [true])
  }

  @Test func `a run on the main actor has test stores, too`() {
    let failures = failures {
      marbles(on: MainActor.shared) { m in
        let words = m.cold("--a|")
        let store = m.testStore(Counter.State()) { Counter(onBegin: .see(words)) }
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        store.receive(.see("a"), at: .milliseconds(20)) { $0.seen = ["a"] }
        store.send(.add(1))
      }
    }
    #expect(failures.count == 1)
  }
}

// SAFETY: the tests pass it between threads once, while the other thread waits.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
