import LoadableTesting
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Errors in steps (T4)` {
  private func store(_ m: Marbles) -> TestStore<Counter.State, Counter.Action> {
    let load = m.cold("--#", failure: Offline())
    return m.testStore(Counter.State()) {
      Counter(onBegin: .run { send in send(.see(try await load())) })
    }
  }

  @Test func `an error is received by value and by type`() {
    marbles { m in
      let store = store(m)
      store.send(.begin)
      m.advance(by: .milliseconds(20))
      store.receive(failure: Offline(), at: .milliseconds(20))
      store.send(.begin)
      m.advance(by: .milliseconds(20))
      #expect(store.receive(failureOf: Offline.self) == Offline())
    }
  }

  @Test func `another error, another time and a missing error are reported`() {
    let failures = failures {
      marbles { m in
        let store = store(m)
        store.send(.begin)
        store.receive(failure: Offline())
        m.advance(by: .milliseconds(20))
        store.receive(failure: Refused(by: "Ada"))
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        #expect(store.receive(failureOf: Refused.self) == nil)
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        store.receive(failureOf: Offline.self, at: .zero)
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        receive(failure: Offline()) at 0ms: no matching error was received.
        Running:
          an effect, started by .begin at 0ms
        """,
        """
        receive(failure: Refused(by: "Ada")): the first unchecked error is different: the error Offline(), received at 20ms
        - Refused(by: "Ada")
        + Offline()
        """,
        """
        receive(failureOf: Refused.self): the first unchecked error is different: the error Offline(), received at 40ms
          it has another type
        """,
        "receive(failureOf: Offline.self) was expected at 0ms, but was received at 60ms.",
      ]
    )
  }

  @Test func `work due at this time runs before a step checks`() {
    marbles { m in
      let load = m.cold("#", failure: Offline())
      let store = m.testStore(Counter.State()) {
        Counter(onBegin: .run { _ in _ = try await load() })
      }
      store.store.send(.begin)
      store.receive(failure: Offline())
      store.receive(.begin)
    }
  }

  @Test func `an unhandled action is an error to receive`() {
    marbles { m in
      let guest = CasePath<Counter.Action, Counter.Action>.itself
      let store = m.testStore(Guests()) {
        EmptyReducer<Guests, Counter.Action>().ifPresent(\.guest, action: guest) { Counter() }
      }
      store.send(.touch)
      let error = store.receive(failureOf: UnhandledAction.self)
      #expect(error?.action as? Counter.Action == .touch)
    }
  }
}

private struct Guests: Sendable, Equatable {
  var guest: Counter.State?
}

private struct Refused: Error, Equatable {
  let by: String
}
