import MarbleTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

/// Attacks on the steps, for the second time.
@Suite struct `Second siege of the steps (T2, T9)` {
  @Test func `what the first state loads at once is received with the state that it left`() {
    let failures = failures {
      marbles { m in
        var library = Library.State()
        library.books.load("a")
        let store = m.testStore(library) { Library { "A" } }
        store.receive(.books(.finished(.success("A")))) {
          $0.books = LoadableState("A", of: "a")
        }
      }
    }
    #expect(failures.map(\.happened) == [])
  }

  @Test func `a step within the predicate of another is named, and does nothing`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State(), checking: .written) {
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

  @Test func `an error of what the first state begins is received`() {
    marbles { m in
      var library = Library.State()
      library.books.load("a")
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
