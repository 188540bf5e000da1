import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Loaded children (S14, S15)` {
  @Test func `a failed refresh retains the child, which still handles actions`() {
    marbles { m in
      let answer = m.cold("--A|", failure: Broken(), then: ["--#"])
      let store = m.libraryStore { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "+": .books(.loaded(.add("!"))),
      ]
      m.hot("-l--r--+", actions) { store.send($0) }
      m.expect(store.marks, "nl-Aa-F")
      m.at(.milliseconds(90)) { #expect(store.state.books.latest?.titles == "A!") }
    }
  }

  @Test func `the child is usable during a refresh, and the result replaces it`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["----B|"])
      let store = m.libraryStore { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "+": .books(.loaded(.add("X"))),
      ]
      m.hot("-l--r-+", actions) { store.send($0) }
      m.expect(store.marks, "nl-Aa-'ax'-B")
    }
  }

  @Test func `a cancel restores the settled child, and drops partial values`() {
    marbles { m in
      let answer = m.cold("----C|")
      let store = m.keep(
        Store(Library.State(books: LoadableState(Books.State(titles: "A"), of: "sea"))) {
          EmptyReducer<Library.State, Library.Action>()
            .loadable(state: \.books, action: .books) {
              Books()
            } load: { _, _, report in
              report.value(Books.State(titles: "B"))
              return Books.State(titles: try await answer())
            }
        }
      )
      let actions: [String: Library.Action] = [
        "r": .books(.refresh), "+": .books(.loaded(.add("X"))), "c": .books(.cancel),
      ]
      m.hot("-r+c", actions) { store.send($0) }
      m.expect(
        store.states.map { $0.books.latest?.titles ?? "n" }.removeDuplicates(),
        "A1xA",
        ["A": "A", "1": "B", "x": "BX"]
      )
    }
  }

  @Test func `an action to a missing child is reported`() {
    let store = Store(Library.State()) { Library { _, _ in Books.State(titles: "") } }
    let failures = Log<String>()
    let subscription = store.failures.sink { failures.note("\(type(of: $0))") }
    store.send(.books(.loaded(.add("X"))))
    #expect(failures.entries == ["UnhandledAction"])
    #expect(store.state == Library.State())
    subscription.cancel()
  }

  @Test
  func `a request of the child is loaded, and the child stays visible if the policy allows it`() {
    marbles { m in
      let answers = ["x": m.cold("--A|"), "y": m.cold("--B|")]
      let store = m.libraryStore(LoadPolicy(previous: .always)) { genre, _ in
        try await answers[genre]?() ?? ""
      }
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.hot("-----w") { store.send(.books(.loaded(.choose("y")))) }
      m.expect(store.marks, "nl-A-a-B")
    }
  }

  @Test func `the properties to keep are copied to the next child of the request`() {
    marbles { m in
      let answers = ["x": m.cold("-A|", then: ["----B|"]), "y": m.cold("-C|")]
      let store = m.keep(
        Store(Library.State()) {
          EmptyReducer<Library.State, Library.Action>()
            .loadable(
              state: \.books,
              action: .books,
              policy: LoadPolicy(previous: .always),
              merge: { new, shown in new.titles += shown.titles.lowercased() }
            ) {
              Books()
            } load: { genre, _ in
              Books.State(titles: try await answers[genre]?() ?? "")
            }
        }
      )
      m.hot("-x-------y") { store.send(.books(.load($0))) }
      m.hot("---r") { store.send(.books(.refresh)) }
      m.hot("----s") { store.send(.books(.loaded(.add("S")))) }
      m.expect(store.marks, "nlAa'as'--'Bas'-'bas'C")
    }
  }

  @Test func `a new child's request is loaded, whatever it is`() {
    marbles { m in
      let answer = m.cold("-A|")
      let store = m.keep(
        Store(Library.State()) {
          Library { _, _ in Books.State(titles: try await answer(), request: "other") }
        }
      )
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("----w") { store.send(.books(.loaded(.add("B")))) }
      m.expect(store.marks, "nlA-'AB'")
      m.expectSubscriptions(answer, ["-^!"])
    }
  }

  @Test func `a set child's request is loaded when it changes`() {
    marbles { m in
      let answer = m.cold("-A|")
      var state = Library.State()
      state.books = LoadableState(Books.State(titles: "S", request: "sea"), of: "sea")
      let store = m.keep(
        Store(state) { Library { genre, _ in Books.State(titles: try await answer() + genre) } }
      )
      m.hot("-x") { store.send(.move("right")) }
      m.hot("--w") { store.send(.books(.loaded(.choose("land")))) }
      m.expect(store.marks, "S-l'Aland'")
    }
  }

  @Test func `a request of a child that a reducer replaces is loaded`() {
    marbles { m in
      let answer = m.cold("-A|")
      let store = m.keep(
        Store(Library.State()) {
          Reduce<Library.State, Library.Action> { state, action in
            if case .burn = action {
              state.books.perform(.set(Books.State(titles: "S", request: "other")))
            }
            return .none
          }
          .loadable(state: \.books, action: .books, request: \.request) {
            Books()
          } load: { genre, _ in
            Books.State(titles: try await answer(), request: genre)
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("----b") { store.send(.burn) }
      m.expect(store.marks, "nlA-S")
      m.expectSubscriptions(answer, ["-^!"])
    }
  }

  @Test func `a parent that changes the request of a new child has that one loaded`() {
    marbles { m in
      let answers = ["x": m.cold("-A|"), "y": m.cold("-B|")]
      let store = m.keep(
        Store(Library.State()) {
          Reduce<Library.State, Library.Action> { state, action in
            if case .books(.finished(let answer)) = action, answer.child?.titles == "A" {
              state.books.change { $0.request = "y" }
            }
            return .none
          }
          .loadable(state: \.books, action: .books, request: \.request) {
            Books()
          } load: { genre, _ in
            Books.State(titles: try await answers[genre]?() ?? "", request: genre)
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.expect(store.marks, "nl-B")
    }
  }
}
