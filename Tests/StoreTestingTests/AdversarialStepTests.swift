import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

/// Wrong tests that must fail, and correct ones that must pass.
@Suite struct `Adversarial tests of the steps (T1, T2, T6 to T9)` {
  @Test func `a partial closure does not ignore actions received before it`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter(onBegin: .send(.see("before"))) }
        store.send(.begin)
        store.checking(.partial) {}
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `a first step compares by the policy of its feature`() {
    let failures = failures {
      marbles { m in
        let answer = m.cold("-B|")
        var library = Library.State()
        library.books = LoadableState("A", of: "a")
        let store = m.testStore(library) {
          Library(policy: LoadPolicy(previous: .always)) { try await answer() }
        }
        store.send(.books(.load("b"))) { $0.books.perform(.load("b")) }
        m.advance(by: .milliseconds(10))
        store.receive(.books(.finished(.success("B")))) { $0.books = LoadableState("B", of: "b") }
      }
    }
    #expect(failures.map(\.happened) == [])
  }

  @Test func `a step sent to a busy store is compared, too`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State(), checking: .partial) {
          Reduce<Counter.State, Counter.Action> { state, action in
            guard case .add(let number) = action, number > 0 else { return .none }
            return .send(.add(number - 1))
          }
        }
        // More than one thread reduces concurrently: a task continues with the rest.
        store.store.send(.add(2_000))
        store.send(.touch) { $0.count = 1 }
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `an immediate load of the first state is received with its state`() {
    let failures = failures {
      marbles { m in
        var library = Library.State()
        library.books.perform(.load("a"))
        let store = m.testStore(library) { Library { "A" } }
        store.receive(.books(.finished(.success("A")))) {
          $0.books = LoadableState("A", of: "a")
        }
      }
    }
    #expect(failures.map(\.happened) == [])
  }

  @Test func `a step within the predicate of another is reported, and does nothing`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State(), checking: .partial) {
          Counter(onBegin: .send(.see("x")))
        }
        store.send(.begin)
        store.receive(where: { _ in
          store.skipReceived()
          return true
        })
        store.skipReceived()
      }
    }
    #expect(
      failures.map(\.happened).map { $0.contains("skipReceived was called by the predicate") }
        == [true, true, false]
    )
  }

  @Test func `an error of an effect of the first state is received`() {
    marbles { m in
      var library = Library.State()
      library.books.perform(.load("a"))
      let store = m.testStore(library) {
        Library { "A" }
        Reduce { _, action in
          guard case .books(.finished) = action else { return .none }
          return .run { _ in throw TooLate() }
        }
      }
      store.receive(case: .books) { $0.books = LoadableState("A", of: "a") }
      store.receive(failureOf: TooLate.self)
    }
  }
}

private struct TooLate: Error {}
