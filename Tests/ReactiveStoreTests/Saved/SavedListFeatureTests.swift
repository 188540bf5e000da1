import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// A list of a store with records; a character is a second, a call of the store of records takes one.
@Suite struct `Lists of a store with saved pages (V12)` {
  private func run(
    _ delay: Duration = .seconds(1),
    age: Double? = nil,
    _ pages: String = "12/3",
    _ body: @escaping @Sendable (Marbles, SavedFeatureScene) -> Void
  ) {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, delay)
      if let age { scene.save("list", pages, age: age) }
      body(m, scene)
    }
  }

  // MARK: The five lines

  @Test func `first start (V12)`() {
    run { m, scene in
      let store = scene.feature("-----1|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.expect(store.lists, "nl-----1")
      m.expect(scene.store.calls, "--r-----1")
      scene.expectRecord("list", "1 of 7.0", at: .seconds(9))
    }
  }

  @Test func `next start (V12)`() {
    run(age: 7200, "12") { m, scene in
      let store = scene.feature("-----1|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.expect(store.lists, "nlS----1")
      m.at(.seconds(3)) {
        let list = store.state.notes.latest
        #expect(list.map { $0.map(\.id) } == [1, 2] && list?.isStale == true)
        #expect(list?.savedAt == SavedFeatureScene.date(7200))
      }
      m.at(.seconds(8)) {
        let list = store.state.notes.latest
        #expect(list?.isStale == false && list?.savedAt == nil)
      }
    }
  }

  @Test func `offline (V12)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("-----#")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.expect(store.lists, "nlS----F")
      m.expect(scene.store.calls, "--r")
    }
  }

  @Test func `young (V12)`() {
    run(age: 20) { m, scene in
      let store = scene.feature("#", freshness: .lasting(.seconds(60)))
      m.at(.seconds(1)) { store.send(.notes(.loadIfNeeded("list"))) }
      m.at(.seconds(39)) { store.send(.notes(.loadIfNeeded("list"))) }
      m.expect(store.lists, "nl3")
      m.at(.seconds(40)) { #expect(scene.observed.entries.last?.hasPrefix("succeeded") == true) }
    }
  }

  @Test func `cancel (V12)`() {
    run(age: 20) { m, scene in
      let store = scene.feature("-----1|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(4)) { store.send(.notes(.cancel)) }
      m.expect(store.lists, "nlS-3")
      m.at(.seconds(5)) { #expect(store.state.notes.latest?.isStale == true) }
    }
  }

  // MARK: Calls in between

  @Test func `next waits for the refresh of a saved list (P11)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("---1|", "--4|", "-5|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(3)) { store.send(.notes(.next)) }
      m.expect(
        store.states.map { $0.notes.latest?.map(\.id) ?? [] }.removeDuplicates(),
        "n-S----23",
        ["n": [], "S": [1, 2, 3], "2": [1, 4], "3": [1, 4, 5]]
      )
      scene.expectRecord("list", "1/4 of 7.0", at: .seconds(9))
    }
  }

  @Test func `a failed second page keeps the saved list, and a retry continues with it (P11)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("--1|", "--#", "--4|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(7)) { store.send(.notes(.retry)) }
      m.expect(store.lists, "nlS-S-FS-2")
      scene.expectRecord("list", "1/4 of 9.0", at: .seconds(11))
    }
  }

  @Test func `next loads the page after the saved ones if the refresh fails (P11)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("---#", "--4|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(3)) { store.send(.notes(.next)) }
      m.expect(
        store.states.map { $0.notes.latest?.map(\.id) ?? [] }.removeDuplicates(),
        "n-S----2",
        ["n": [], "S": [1, 2, 3], "2": [1, 2, 3, 4]]
      )
    }
  }

  @Test func `a cancel during the read shows and loads nothing (V3)`() {
    run(.seconds(2), age: 20) { m, scene in
      let store = scene.feature("-----1|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(2)) { store.send(.notes(.cancel)) }
      m.expect(store.lists, "nln")
    }
  }

  @Test func `edits are saved, also during a refresh, and keep the date (P11)`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("-----#")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(3)) { store.send(.notes(.remove(2))) }
      scene.expectRecord("list", "1/3 of -7200.0", at: .seconds(5))
      m.expect(scene.store.calls, "--r-e", ["r": "r", "e": "1/3"])
    }
  }

  @Test func `a reset removes the records of all keys, and what is read is dropped (V7)`() {
    run(age: 7200, "12") { m, scene in
      scene.save("other", "5")
      let store = scene.feature("--6|", "--7|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(6)) { store.send(.notes(.load("other"))) }
      m.at(.seconds(11)) { store.send(.notes(.reset)) }
      scene.expectRecord("list", nil, at: .seconds(13))
      scene.expectRecord("other", nil, at: .seconds(13))
      m.expect(store.lists, "nlS-1-lS-1-n")
    }
  }

  @Test func `an earlier list that is put back saves and reads nothing; an edit of it is stale`() {
    run { m, scene in
      let store = scene.feature("--1|", "--2|")
      m.at(.zero) { store.send(.notes(.load("list"))) }
      m.at(.seconds(5)) { store.send(.keep) }
      m.at(.seconds(6)) { store.send(.notes(.refresh)) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.at(.seconds(12)) { store.send(.notes(.insert(SavedFeature.Note(id: 3)))) }
      m.expect(scene.store.calls, "-r--1----2---e", ["r": "r", "1": "1", "2": "2", "e": "31"])
      scene.expectRecord("list", "2 of 8.0", at: .seconds(11))
      scene.expectRecord("list", "31 of 8.0 stale", at: .seconds(14))
    }
  }

  @Test func `a load of an earlier list starts again without a read`() {
    run(age: 7200, "12") { m, scene in
      let store = scene.feature("-----1|", "--2|")
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.at(.seconds(2)) { store.send(.keep) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.expect(scene.store.calls, "--r-----1----2")
    }
  }

  @Test func `a list that is created and loaded in one action is saved`() {
    run { m, scene in
      let store = m.keep(
        Store(SavedFeature.State()) {
          Reduce<SavedFeature.State, SavedFeature.Action> { state, action in
            if case .keep = action {
              state.notes = PagedState()
              state.notes.perform(.load("list"))
            }
            return .none
          }
          scene.reducer("#", "--1|", [], .forever)
        }
      )
      m.at(.seconds(1)) { store.send(.keep) }
      m.expect(scene.store.calls, "--r--1")
    }
  }

  @Test func `the reset of a scope removes all records of a list`() {
    run { m, scene in
      scene.save("elsewhere", "5")
      let store = scene.feature("--1|")
      let notes = m.keep(store.scope(state: \.notes, action: .notes))
      let scope = m.keep(LoadScope())
      scope.add(notes)
      m.at(.zero) { store.send(.notes(.load("list"))) }
      m.at(.seconds(5)) { m.keep(Task { try await scope.reset() }) }
      scene.expectRecord("list", nil, at: .seconds(9))
      scene.expectRecord("elsewhere", nil, at: .seconds(9))
      m.expect(store.lists, "(nl)--1-n")
    }
  }
}
