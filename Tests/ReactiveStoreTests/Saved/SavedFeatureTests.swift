import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// A loadable feature with records; a character is a second, a call of the store of records takes one.
@Suite struct `Features with saved values (V12)` {
  func run(
    _ delay: Duration = .seconds(1),
    age: Double? = nil,
    _ body: @escaping @Sendable (Marbles, SavedFeatureScene) -> Void
  ) {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, delay)
      if let age { scene.save("text", "a", age: age) }
      body(m, scene)
    }
  }

  func texts(_ age: Double) -> [String: LoadState<String>] { SavedFeatureScene.texts(age) }

  // MARK: The five lines

  @Test func `first start (V12)`() {
    run { m, scene in
      let store = scene.feature("-----a|")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nl-----A", texts(0))
      m.expect(scene.store.calls, "--r-----a")
      scene.expectRecord("text", "a of 7.0", at: .seconds(9))
    }
  }

  @Test func `next start (V12)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("-----b|")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nlS----B", texts(7200))
      m.expect(scene.store.calls, "--r-----b")
      #expect(scene.observed.entries.isEmpty)
      m.at(.seconds(10)) {
        #expect(scene.observed.entries == ["restored a", "succeeded b", "saved"])
      }
    }
  }

  @Test func `offline (V12)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("-----#")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nlS----F", texts(7200))
      m.expect(scene.store.calls, "--r")
    }
  }

  @Test func `young (V12)`() {
    run(age: 20) { m, scene in
      let store = scene.feature("#", freshness: .lasting(.seconds(60)))
      m.at(.seconds(1)) { store.send(.text(.loadIfNeeded)) }
      m.at(.seconds(39)) { store.send(.text(.loadIfNeeded)) }
      m.expect(store.texts, "nlA", texts(20))
      m.expect(scene.store.calls, "--r")
      m.at(.seconds(40)) { #expect(scene.observed.entries == ["restored a", "succeeded a"]) }
    }
  }

  @Test func `cancel (V12)`() {
    run(age: 20) { m, scene in
      let store = scene.feature("-----b|")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(4)) { store.send(.text(.cancel)) }
      m.expect(store.texts, "nlS-A", texts(20))
      m.at(.seconds(9)) { #expect(scene.observed.entries == ["restored a", "cancelled"]) }
    }
  }

  // MARK: During the read

  @Test func `a cancel during the read calls no load function (V3)`() {
    run(.seconds(2), age: 20) { m, scene in
      let calls = Log<String>()
      let store = m.keep(
        Store(SavedFeature.State()) {
          scene.countingReducer(calls, .forever)
        }
      )
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(2)) { store.send(.text(.cancel)) }
      m.expect(store.texts, "nln", texts(20))
      m.at(.seconds(9)) { #expect(calls.entries.isEmpty) }
    }
  }

  @Test func `a reset during the read drops the record, which is removed (V3, V7)`() {
    run(.seconds(2), age: 20) { m, scene in
      let store = scene.feature("-----b|")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(2)) { store.send(.text(.reset)) }
      m.expect(store.texts, "nln", texts(20))
      m.expect(scene.store.calls, "----x")
    }
  }

  @Test func `a set during the read is newer than the record (V3)`() {
    run(.seconds(2), age: 20) { m, scene in
      let store = scene.feature("-----b|")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(2)) { store.send(.text(.set("t"))) }
      m.expect(store.texts, "nlT-----B", texts(20))
      m.expect(scene.store.calls, "---r-t----b")
    }
  }

  @Test func `a load of another request replaces the read (V3)`() {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, .seconds(2))
      scene.save("list a", "1")
      scene.save("list b", "23")
      let store = scene.feature("-----4|", "-----5|")
      m.at(.seconds(1)) { store.send(.notes(.load("list a"))) }
      m.at(.seconds(2)) { store.send(.notes(.load("list b"))) }
      m.expect(
        store.states.map { $0.notes.latest?.map(\.id) ?? [] }.removeDuplicates(),
        "n---b----4",
        [
          "n": [], "b": [2, 3], "4": [4],
        ]
      )
    }
  }

  @Test func `a store that is released during the read ends it`() {
    run(.seconds(2), age: 20) { m, scene in
      let calls = Log<String>()
      let owner = Owned(
        Store(SavedFeature.State()) {
          scene.countingReducer(calls, .forever)
        }
      )
      m.at(.seconds(1)) { owner.object?.send(.text(.load)) }
      m.at(.seconds(2)) { owner.object = nil }
      m.at(.seconds(9)) {
        #expect(calls.entries.isEmpty && scene.observed.entries == ["cancelled"])
      }
      m.expectCleanRun()
    }
  }

  @Test func `the load function waits for the action of a record that is read immediately (V2)`() {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, .zero)
      scene.save("text", "a", age: 20)
      let calls = Log<String>()
      let store = m.keep(
        Store(SavedFeature.State()) { scene.countingReducer(calls, .lasting(.seconds(60))) }
      )
      m.at(.seconds(1)) { store.send(.text(.loadIfNeeded)) }
      m.expect(store.texts, "n(lA)", texts(20))
      m.at(.seconds(5)) { #expect(calls.entries.isEmpty) }
    }
  }

  @Test func `a middleware that drops the restored child does not stop the load`() {
    run(age: 7200) { m, scene in
      let middleware = Middleware<SavedFeature.State, SavedFeature.Action> { action, _, next in
        if case .text(.progressed) = action { return }
        next(action)
      }
      let store = m.keep(
        Store(SavedFeature.State(), middleware: [middleware]) {
          scene.reducer("-----b|", "#", [], .forever)
        }
      )
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nl-----B", texts(7200))
    }
  }

  @Test func `a cancel after the reduction of a restored child calls no load function (V3)`() {
    run(age: 20) { m, scene in
      let calls = Log<String>()
      let store = m.keep(
        Store(SavedFeature.State()) {
          scene.countingReducer(calls, .forever)
          Reduce<SavedFeature.State, SavedFeature.Action> { state, action in
            if case .text(.progressed) = action { state.text.perform(.cancel) }
            return .none
          }
        }
      )
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nlA", texts(20))
      m.at(.seconds(9)) { #expect(calls.entries.isEmpty) }
    }
  }

  // MARK: Saves and removals

  @Test func `edits apply to a restored child, and keep its date (V3, V5)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("-----#")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(4)) { store.send(.text(.loaded(.add("e")))) }
      m.at(.seconds(5)) { store.send(.text(.loaded(.add("")))) }
      m.expect(store.texts, "nlS-E--G", texts(7200))
      // An action that changes nothing saves nothing.
      m.expect(scene.store.calls, "--r--E", ["r": "r", "E": "ae"])
      scene.expectRecord("text", "ae of -7200.0", at: .seconds(9))
    }
  }

  @Test func `a child that is loaded, set or edited is saved, a failure is not (V5)`() {
    run { m, scene in
      let store = scene.feature("--a|", "--#")
      m.at(.zero) { store.send(.text(.load)) }
      m.at(.seconds(5)) { store.send(.text(.set("b"))) }
      m.at(.seconds(8)) { store.send(.text(.loaded(.add("e")))) }
      m.at(.seconds(11)) { store.send(.text(.invalidate)) }
      m.at(.seconds(14)) { store.send(.text(.set("c", age: .seconds(60)))) }
      m.at(.seconds(17)) { store.send(.text(.refresh)) }
      m.at(.seconds(22)) { store.send(.text(.reset)) }
      m.expect(
        scene.store.calls,
        "-r--a-b--e--e--c-------x",
        ["r": "r", "a": "a", "b": "b", "e": "be", "c": "c", "x": "x"]
      )
      scene.expectRecord("text", "be of 5.0", at: .seconds(10))
      scene.expectRecord("text", "be of 5.0 stale", at: .seconds(13))
      scene.expectRecord("text", "c of -46.0", at: .seconds(16))
      scene.expectRecord("text", nil, at: .seconds(24))
    }
  }

  @Test func `nothing from before a reset is shown or written (V7)`() {
    run(.seconds(3), age: 20) { m, scene in
      let store = scene.feature("-----b|", "--c|")
      m.at(.zero) { store.send(.text(.load)) }
      m.at(.seconds(1)) { store.send(.text(.reset)) }
      m.at(.seconds(2)) { store.send(.text(.load)) }
      m.expect(store.texts, "(nl)nl----B", texts(20))
    }
  }

  // MARK: Several features

  @Test func `two features with one key have one record; the last write wins (V9)`() {
    run(age: 7200) { m, scene in
      let first = scene.feature("-----b|")
      let second = scene.feature("-------c|")
      m.at(.seconds(1)) { first.send(.text(.load)) }
      m.at(.seconds(1)) { second.send(.text(.load)) }
      m.expect(first.texts, "nlS----B", texts(7200))
      m.expect(second.texts, "nlS------C", texts(7200))
      scene.expectRecord("text", "c of 9.0", at: .seconds(13))
    }
  }

  @Test func `the reset of a scope removes all records, and throws the failure (V7)`() {
    run { m, scene in
      let store = scene.feature("--a|")
      let text = m.keep(store.scope(state: \.text, action: .text))
      let scope = m.keep(LoadScope())
      scope.add(text)
      m.at(.zero) { store.send(.text(.load)) }
      m.at(.seconds(5)) { m.keep(Task { try await scope.reset() }) }
      scene.expectRecord("text", nil, at: .seconds(9))
      m.at(.seconds(10)) {
        scene.store.faults.note("full")
        m.keep(Task { await #expect(throws: (any Error).self) { try await scope.reset() } })
      }
      m.expect(store.texts, "(nl)--A-n", ["n": .notRequested, "l": .loading, "A": .loaded("a")])
      m.at(.seconds(20)) {}
    }
  }

  @Test func `a value that is set by the reset of a scope is visible and saved (S18)`() {
    run { m, scene in
      let store = scene.feature("--a|")
      let text = m.keep(store.scope(state: \.text, action: .text))
      let scope = m.keep(LoadScope())
      scope.add(text)
      m.at(.zero) { store.send(.text(.load)) }
      // The subscriber receives the reset within its reduction.
      let isReset = Log<Bool>()
      m.keep(
        store.states.sink { state in
          if !isReset.entries.isEmpty, state.text.loadable == .notRequested {
            store.send(.text(.set("n")))
          }
        }
      )
      m.at(.seconds(5)) {
        isReset.note(true)
        m.keep(Task { try await scope.reset() })
      }
      m.at(.seconds(9)) { #expect(store.state.text.value == "n") }
      scene.expectRecord("text", "n of 5.0", at: .seconds(12))
      m.at(.seconds(20)) {}
    }
  }
}
