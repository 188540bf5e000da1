import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

/// Problems where a failure is a separate stage, and errors are compared by their texts.
@Suite struct `Traps of failures in a store` {
  @Test func `a refresh after a failure is a loading state`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken(), then: ["--A|"])
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("----r") { store.send(.books(.refresh)) }
      m.expect(store.marks, "nlf-l-A")
    }
  }

  @Test func `different errors are different states, and equal errors are equal states`() async {
    let offline = await failed(with: Coded(code: 1))
    #expect(offline == (await failed(with: Coded(code: 1))))
    #expect(offline != (await failed(with: Coded(code: 2))))
  }

  @Test func `a failure with an error that is not Equatable equals only itself`() async {
    let (first, second) = (await failed(with: Opaque()), await failed(with: Opaque()))
    let copy = first
    #expect(first == copy)
    #expect(first != second)
  }

  @Test func `a failed load is sent to the parent and is in the state`() async {
    let state = await failed(with: Coded(code: 1))
    #expect(state.error?.underlying as? Coded == Coded(code: 1))
    #expect(!state.isLoading)
  }

  private func failed(with error: some Error) async -> LoadableState<String, Books.State> {
    let store = Store(Library.State()) { Library { _, _ in throw error } }
    await store.send(.books(.load("sea"))).finish()
    #expect(store.state.events.count == 1)
    return store.state.books
  }
}

/// An error whose text is empty.
private struct Coded: Error, Equatable, CustomStringConvertible {
  let code: Int
  var description: String { "It did not work." }
}

/// An error that is not equatable.
private struct Opaque: Error {}
