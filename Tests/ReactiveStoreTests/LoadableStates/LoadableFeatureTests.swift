import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Loadable features (S11 to S13)` {
  @Test func `an action starts a load, and its result becomes the child`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(store.marks, "nl-A")
      m.at(.milliseconds(50)) { #expect(store.state.events == ["A"]) }
    }
  }

  @Test func `a reducer that sets the state to loading starts a load`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-o") { store.send(.open("sea")) }
      m.expect(store.marks, "nl-A")
    }
  }

  @Test func `a second request replaces the first, whose result is dropped`() {
    marbles { m in
      let answers = ["x": m.cold("-----A|"), "y": m.cold("----B|")]
      let store = m.libraryStore { genre, _ in try await answers[genre]?() ?? "" }
      m.hot("-xy") { store.send(.books(.load($0))) }
      m.expect(store.marks, "nl----B")
      m.expectSubscriptions(answers["x"]!, ["-^!"])
      m.at(.milliseconds(90)) { #expect(store.state.events == ["B"]) }
    }
  }

  @Test func `each cancel restores the settled state`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["---B|"])
      let store = m.libraryStore { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "c": .books(.cancel),
      ]
      m.hot("-l---rcc-c", actions) { store.send($0) }
      m.expect(store.marks, "nl-A-aA")
      m.expectSubscriptions(answer, ["-^-!", "-----^!"])
    }
  }

  @Test func `two equal states are equal only if both have the same request`() {
    typealias Texts = LoadableState<String, String>
    #expect(Texts("A", of: "a") == Texts("A", of: "a"))
    #expect(Texts("A", of: "a") != Texts("A", of: "b"))
    #expect(Texts("A", of: "a") != Texts("B", of: "a"))
  }

  @Test func `a stale value is reloaded by loadIfNeeded`() {
    marbles { m in
      let answer = m.cold("-A|", then: ["-B|"])
      let policy = LoadPolicy(freshness: .lasting(.milliseconds(30)), clock: m.clock)
      let store = m.libraryStore(policy) { _, _ in try await answer() }
      m.hot("-l-l--l") { store.send(.books(.loadIfNeeded("sea"))) }
      m.expect(store.marks, "nlA---aB")
    }
  }

  @Test func `a child that changed becomes stale at the original time`() {
    marbles { m in
      let answer = m.cold("-A|", then: ["-B|"])
      let policy = LoadPolicy(freshness: .lasting(.milliseconds(30)), clock: m.clock)
      let store = m.libraryStore(policy) { _, _ in try await answer() }
      m.hot("-l----l") { store.send(.books(.loadIfNeeded("sea"))) }
      m.hot("---+") { store.send(.books(.loaded(.add("X")))) }
      m.expect(store.marks, "nlA'AX'--'ax'B")
    }
  }

  @Test func `a child that changed during a refresh becomes stale at the original time`() {
    marbles { m in
      let answer = m.cold("-A|", then: ["-----B|", "-C|"])
      let policy = LoadPolicy(freshness: .lasting(.milliseconds(30)), clock: m.clock)
      let store = m.libraryStore(policy) { _, _ in try await answer() }
      m.hot("-l----l") { store.send(.books(.loadIfNeeded("sea"))) }
      m.hot("---r-c") { store.send(.books($0 == "r" ? .refresh : .cancel)) }
      m.hot("----+") { store.send(.books(.loaded(.add("X")))) }
      m.expect(store.marks, "nlAa'ax' 'AX' 'ax'C")
    }
  }

  @Test func `a cancel of the first load leaves no endless loading state`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("--cc") { store.send(.books(.cancel)) }
      m.expect(store.marks, "nln")
      m.expectSubscriptions(answer, ["-^!"])
    }
  }

  @Test func `a load that throws a CancellationError ends the loading state`() {
    marbles { m in
      let store = m.libraryStore { _, _ in throw CancellationError() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(store.marks, "n(ln)")
    }
  }

  @Test func `replacing the state ends the load, and its result is dropped`() {
    marbles { m in
      let answer = m.cold("----A|", then: ["---B|"])
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-l---l") { store.send(.books(.load("sea"))) }
      m.hot("---b") { store.send(.burn) }
      m.expect(store.marks, "nl-n-l--B")
      m.expectSubscriptions(answer, ["-^-!", "-----^--!"])
    }
  }

  @Test func `the late result of a load that ignores its cancellation is dropped`() {
    marbles { m in
      let answer = m.cold("---A|", then: ["----B|"], cancellation: .ignored)
      let store = m.libraryStore { _, _ in try await answer() }
      m.hot("-ab") { store.send(.books(.load($0))) }
      m.expect(store.marks, "nl----B")
      m.at(.milliseconds(90)) { #expect(store.state.events == ["B"]) }
    }
  }

  @Test func `a failure is retried by the policy, and the parent receives one end`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken())
      let policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 2), clock: m.clock)
      let store = m.libraryStore(policy) { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(store.marks, "nl----f")
      m.expectSubscriptions(answer, ["-^!", "---^!", "-----^!"])
      m.at(.milliseconds(90)) { #expect(store.state.events.count == 1) }
    }
  }

  @Test func `the delay before a retry depends on the error`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken(), then: ["-A|"])
      let retry = RetryPolicy(limit: 1) { _, error in error is Broken ? .milliseconds(20) : .zero }
      let store = m.libraryStore(LoadPolicy(retry: retry, clock: m.clock)) { _, _ in
        try await answer()
      }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(store.marks, "nl---A")
      m.expectSubscriptions(answer, ["-^!", "----^!"])
    }
  }

  @Test func `a load function receives the state after the action`() {
    marbles { m in
      let requests = Log<String>()
      let store = m.libraryStore { genre, library in
        requests.note("\(genre) \(library.shelf) \(library.books.isLoading)")
        return "A"
      }
      m.hot("-m") { store.send(.move("right")) }
      m.hot("--l") { store.send(.books(.load("sea"))) }
      m.at(.milliseconds(50)) { #expect(requests.entries == ["sea right true"]) }
    }
  }

  @Test func `a load requested by a reducer follows the policy, too`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken(), then: ["-A|"])
      let policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 2), clock: m.clock)
      let store = m.libraryStore(policy) { _, _ in try await answer() }
      m.hot("-o") { store.send(.open("sea")) }
      m.expect(store.marks, "nl--A")
      m.at(.milliseconds(90)) { #expect(store.state.events == ["A"]) }
    }
  }

  @Test func `a cancelled refresh restores the child with its changes during the refresh`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["------B|"])
      let store = m.libraryStore { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "+": .books(.loaded(.add("X"))),
        "c": .books(.cancel),
      ]
      m.hot("-l--r-+-c", actions) { store.send($0) }
      m.expect(
        store.marks,
        "nl-Aa-y-Z",
        ["n": "n", "l": "l", "A": "A", "a": "a", "y": "ax", "Z": "AX"]
      )
    }
  }

  @Test func `a load reports progress and partial values`() {
    marbles { m in
      let clock = m.clock
      let store = m.keep(
        Store(Library.State()) {
          EmptyReducer<Library.State, Library.Action>()
            .loadable(state: \.books, action: .books) {
              Books()
            } load: { _, _, report in
              report.progress(0.5)
              try await clock.sleep(for: .milliseconds(20))
              report.value(Books.State(titles: "A"))
              try await clock.sleep(for: .milliseconds(20))
              return Books.State(titles: "AB")
            }
        }
      )
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(store.marks, "nl-a-'AB'")
      m.at(.milliseconds(20)) { #expect(store.state.books.progress?.fraction == 0.5) }
    }
  }
}
