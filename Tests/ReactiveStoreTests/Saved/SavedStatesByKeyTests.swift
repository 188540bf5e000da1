import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Many keys of a store with records; a character is a second, a call of the store of records takes
/// one.
@Suite struct `Keys of a store with saved values (V12)` {
  private func run(
    _ delay: Duration = .seconds(1),
    age: Double? = nil,
    _ body: @escaping @Sendable (Marbles, SavedFeatureScene) -> Void
  ) {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, delay)
      if let age { scene.save("text/1", "a", age: age) }
      body(m, scene)
    }
  }

  private static let states = SavedFeatureScene.texts(7200)

  // MARK: The five lines

  @Test func `first start (V12)`() {
    run { m, scene in
      let store = scene.keys("-----a|")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.expect(store.texts(of: 1), "nl-----A", Self.states)
      m.expect(scene.store.calls, "--r-----a")
      scene.expectRecord("text/1", "a of 7.0", at: .seconds(9))
    }
  }

  @Test func `next start (V12)`() {
    run(age: 7200) { m, scene in
      let store = scene.keys("-----b|")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.expect(store.texts(of: 1), "nlS----B", Self.states)
      m.at(.seconds(9)) {
        #expect(scene.observed.entries == ["restored a", "succeeded b", "saved"])
      }
    }
  }

  @Test func `offline (V12)`() {
    run(age: 7200) { m, scene in
      let store = scene.keys("-----#")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.expect(store.texts(of: 1), "nlS----F", Self.states)
      m.expect(scene.store.calls, "--r")
    }
  }

  @Test func `young: the record is the result of loadIfNeeded, and the handle has it (V12)`() {
    run(age: 20) { m, scene in
      let store = scene.keys("#", freshness: .lasting(.seconds(60)))
      m.at(.seconds(1)) { store.send(.text(1, .loadIfNeeded)) }
      m.at(.seconds(39)) { store.send(.text(1, .loadIfNeeded)) }
      m.expect(store.texts(of: 1), "nlA", Self.states)
      m.at(.seconds(40)) { #expect(scene.observed.entries == ["restored a", "succeeded a"]) }
    }
  }

  @Test func `cancel (V12)`() {
    run(age: 7200) { m, scene in
      let store = scene.keys("-----b|")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.at(.seconds(4)) { store.send(.text(1, .cancel)) }
      m.expect(store.texts(of: 1), "nlS-A", Self.states)
    }
  }

  // MARK: Records

  @Test func `each key has its record, also if several load in one action`() {
    run(age: 7200) { m, scene in
      scene.save("text/0", "t", age: 7200)
      let store = scene.keys("--b|", "--c|", "--d|")
      m.at(.seconds(1)) { store.send(.loadAll(3)) }
      m.expect(store.texts(of: 0), "nlT-B", Self.states.merging(["T": Self.restored("t")]) { $1 })
      m.expect(store.texts(of: 1), "nlS-C", Self.states)
      m.expect(store.texts(of: 2), "nl--D", Self.states.merging(["D": .loaded("d")]) { $1 })
      for (key, text) in ["b", "c", "d"].enumerated() {
        scene.expectRecord("text/\(key)", "\(text) of 4.0", at: .seconds(6))
      }
    }
  }

  private static func restored(_ text: String) -> LoadState<String> {
    .loading(Loading(previous: text, savedAt: SavedFeatureScene.date(7200)))
  }

  @Test func `an edit keeps the date, a set has a new one, and a reset removes the record`() {
    run(age: 7200) { m, scene in
      scene.save("text/2", "b")
      let store = scene.keys("-----#")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.at(.seconds(3)) { store.send(.edit(1)) }
      scene.expectRecord("text/1", "ae of -7200.0", at: .seconds(5))
      m.at(.seconds(9)) { store.send(.text(1, .set("c"))) }
      scene.expectRecord("text/1", "c of 9.0", at: .seconds(11))
      m.at(.seconds(12)) { store.send(.text(1, .invalidate)) }
      scene.expectRecord("text/1", "c of 9.0 stale", at: .seconds(14))
      m.at(.seconds(15)) { store.send(.text(1, .reset)) }
      scene.expectRecord("text/1", nil, at: .seconds(17))
      scene.expectRecord("text/2", "b of -7200.0", at: .seconds(17))
      m.expect(
        store.texts(of: 1),
        "nlSE---G-C-----n",
        Self.states
      )
    }
  }

  @Test func `a key that is removed keeps its record, which the next load shows`() {
    run(age: 7200) { m, scene in
      let store = scene.keys("--#", "--b|")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.at(.seconds(5)) { store.send(.remove(1)) }
      m.at(.seconds(6)) { store.send(.text(1, .load)) }
      m.expect(store.texts(of: 1), "nlS-FnlS-B", Self.states)
    }
  }

  @Test func `the copy of another key is saved under its key, as stale`() {
    run(age: 7200) { m, scene in
      let store = scene.keys("--b|")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.at(.seconds(6)) { store.send(.copy(1, to: 2)) }
      scene.expectRecord("text/2", nil, at: .seconds(8))
      m.at(.seconds(9)) { store.send(.edit(2)) }
      scene.expectRecord("text/1", "b of 4.0", at: .seconds(12))
      scene.expectRecord("text/2", "be of 10.0 stale", at: .seconds(12))
      m.expect(store.texts(of: 2), "n-----B--X", Self.states.merging(["X": .loaded("be")]) { $1 })
    }
  }

  @Test func `an earlier state that is put back saves and reads nothing`() {
    run(age: 7200) { m, scene in
      let store = scene.keys("-----b|", "--c|")
      m.at(.seconds(1)) { store.send(.text(1, .load)) }
      m.at(.seconds(2)) { store.send(.keep) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.expect(scene.store.calls, "--r-----b----c")
    }
  }
}
