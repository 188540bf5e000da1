import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Leftovers of stores` {
  private let gate = Gate()

  @Test func `a load in flight is named with its policy and its request`() async {
    let store = slowStore()
    let text = await leftover {
      await leftovers(grace: .zero) { store.send(.books(.load("sea"))) }
    }
    gate.open()
    #expect(text.hasPrefix(#"Still alive after the test: a load of "books" ("sea")"#))
  }

  @Test func `a load that has ended is no leftover`() async {
    let store = slowStore()
    gate.open()
    await leftovers {
      await store.send(.books(.load("sea"))).finish()
      #expect(store.state.books.loadable.value == "A")
    }
  }

  @Test func `the load of a released store is no leftover`() async {
    await leftovers {
      let store = slowStore()
      store.send(.books(.load("sea")))
      gate.open()
    }
  }

  private func slowStore() -> Store<Library.State, Library.Action> {
    let gate = gate
    return Store(Library.State()) {
      Library(policy: LoadPolicy(name: "books")) {
        await gate.wait()
        return "A"
      }
    }
  }

  private func leftover(_ body: () async -> Void) async -> String {
    let all = await failures(awaiting: body)
    return all.first?.text ?? "no failure"
  }
}
