import Foundation
import ReactiveLoadable
import ReactiveResources
import StoreTesting
import TestSupport
import Testing

/// Restored children and lists in the steps of a test store.
@Suite struct `Saved values in steps (V12)` {
  private typealias Scene = SavedFeatureScene

  private func store(
    _ m: Marbles,
    _ scene: SavedFeatureScene,
    _ freshness: Freshness = .forever,
    _ diagram: String = "-----b|"
  ) -> TestStore<SavedFeature.State, SavedFeature.Action> {
    m.testStore(SavedFeature.State()) { scene.reducer(diagram, "-----1|", [], freshness) }
  }

  @Test func `a restored child is received`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.save("text", "a")
      m.advance(by: .seconds(1))
      let store = store(m, scene)
      store.send(.text(.load)) { $0.text.perform(.load) }
      m.advance(by: .seconds(6))
      let date = Scene.date(7200)
      store.receive(.text(.progressed(.restored("a", savedAt: date))), at: .seconds(2)) {
        $0.text = LoadableState(restored: "a", savedAt: date)
      }
      store.receive(.text(.finished(.success("b")))) { $0.text = LoadableState("b") }
    }
  }

  @Test func `a load that fails over a restored child is received`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.save("text", "a")
      m.advance(by: .seconds(1))
      let store = store(m, scene, .forever, "-----#")
      store.send(.text(.load)) { $0.text.perform(.load) }
      m.advance(by: .seconds(6))
      let date = Scene.date(7200)
      store.receive(.text(.progressed(.restored("a", savedAt: date)))) {
        $0.text = LoadableState(restored: "a", savedAt: date)
      }
      store.receive(.text(.finished(.failure(Scene.Offline())))) {
        $0.text = LoadableState(failure: Scene.Offline(), previous: "a", savedAt: date)
      }
    }
  }

  @Test func `a young child ends the load`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.save("text", "a", age: 20)
      m.advance(by: .seconds(1))
      let store = store(m, scene, .lasting(.seconds(60)))
      store.send(.text(.loadIfNeeded)) { $0.text.perform(.loadIfNeeded) }
      m.advance(by: .seconds(9))
      store.receive(.text(.progressed(.restored("a", savedAt: Scene.date(20))))) {
        $0.text = LoadableState("a")
      }
    }
  }

  @Test func `restored pages are received`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.save("list", "12")
      m.advance(by: .seconds(1))
      let store = store(m, scene)
      store.send(.notes(.load("list"))) { $0.notes.perform(.load("list")) }
      m.advance(by: .seconds(6))
      let (saved, date) = (Scene.page("12", next: 2), Scene.date(7200))
      store.receive(.notes(.restored([saved], savedAt: date)), at: .seconds(2)) {
        $0.notes = PagedState(restored: saved, savedAt: date, of: "list")
      }
      let new = Scene.page("1", next: 2)
      store.receive(.notes(.finished(.success(new)))) { $0.notes = PagedState(new, of: "list") }
    }
  }

  @Test func `a restored child that is not received fails an exhaustive test`() {
    let failures = failures {
      marbles(frame: .seconds(1)) { m in
        let scene = Scene(m)
        scene.save("text", "a", age: 20)
        m.advance(by: .seconds(1))
        let store = store(m, scene, .lasting(.seconds(60)))
        store.send(.text(.loadIfNeeded)) { $0.text.perform(.loadIfNeeded) }
        m.advance(by: .seconds(9))
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.happened.contains("restored") == true)
  }

  @Test func `restored values are equal if their contents and dates are`() {
    let (early, late) = (Scene.date(2), Scene.date(1))
    let steps: [LoadEvent<String>] = [
      .partial("a"), .restored("a", savedAt: early), .restored("b", savedAt: early),
      .restored("a", savedAt: late),
    ]
    for (left, first) in steps.enumerated() {
      for (right, second) in steps.enumerated() { #expect((first == second) == (left == right)) }
    }
    #expect(
      steps.map(\.description) == ["partial: a", "restored: a", "restored: b", "restored: a"]
    )
    #expect(Mirror(reflecting: steps[1]).children.map(\.label) == ["restored", "savedAt"])
  }

  @Test func `a restored value created by the test belongs to no load (S12)`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      let store = store(m, scene)
      store.send(.text(.load)) { $0.text.perform(.load) }
      store.send(.text(.progressed(.restored("x", savedAt: Scene.date(1)))))
      store.send(.notes(.restored([Scene.page("1")], savedAt: Scene.date(1))))
      store.send(.text(.cancel)) { $0.text = LoadableState() }
    }
  }
}
