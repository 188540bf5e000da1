import Foundation
import LoadableTesting
import TestSupport
import Testing

@testable import ReactiveResources

/// The age of a value in each state (V4); a character is a second, a call of the store takes one.
@Suite struct `The age of saved values (V4)` {
  private static func scene(
    age: Double,
    _ body: @escaping @Sendable (Marbles, SavedScene) -> Void
  ) {
    marbles(frame: .seconds(1)) { m in
      body(m, SavedScene(m, .seconds(1), ["text": ("a", age)]))
    }
  }

  @Test func `a young record that is the result has its date`() {
    Self.scene(age: 20) { m, scene in
      let loader = scene.loader("--b|", freshness: .lasting(.seconds(60)))
      m.at(.seconds(1)) { loader.loadIfNeeded() }
      let date = SavedScene.date(before: 20)
      let refresh = Loading<String, LoadError>(previous: "a", cause: .refresh, savedAt: date)
      m.expect(
        loader.states,
        "nlA-------r-B",
        SavedScene.states(20).merging(["r": .loading(refresh)]) { $1 }
      )
      m.at(.seconds(3)) { #expect(loader.savedAt == date) }
      m.at(.seconds(10)) { loader.refresh() }
      m.at(.seconds(13)) { #expect(loader.savedAt == nil) }
    }
  }

  @Test func `a saved value after a cancel, an edit and a failure has its date`() {
    Self.scene(age: 7200) { m, scene in
      let loader = scene.loader("-----b|", "--#", "--b|")
      let date = SavedScene.date(before: 7200)
      m.at(.seconds(1)) { loader.load() }
      m.at(.seconds(2)) { #expect(loader.savedAt == nil) }
      m.at(.seconds(3)) { #expect(loader.savedAt == date) }
      m.at(.seconds(4)) { loader.cancel() }
      m.at(.seconds(5)) {
        #expect(loader.state == .loaded("a") && loader.savedAt == date)
        loader.edit { $0 += "e" }
        #expect(loader.state == .loaded("ae") && loader.savedAt == date)
        loader.refresh()
      }
      m.at(.seconds(8)) {
        #expect(loader.state.error != nil && loader.savedAt == date)
        loader.set("c")
        #expect(loader.savedAt == nil)
        loader.reset()
        #expect(loader.savedAt == nil)
      }
    }
  }

  @Test func `a key of a cache has its date`() {
    Self.scene(age: 20) { m, scene in
      let answer = m.cold("--b|", failure: SavedScene.Offline())
      let policy = CachePolicy<String>(load: scene.policy(.lasting(.seconds(60))))
      let cache = m.keep(
        LoaderCache(saved: scene.saved { (_: Int) in "text" }, policy: policy) { _ in
          try await answer()
        }
      )
      m.at(.seconds(1)) { m.keep(Task { try? await cache.load(1) }) }
      m.at(.seconds(3)) {
        #expect(cache.state(for: 1) == .loaded("a"))
        #expect(cache.savedAt(for: 1) == SavedScene.date(before: 20))
        #expect(cache.savedAt(for: 2) == nil)
        cache.set("c", for: 1)
        #expect(cache.savedAt(for: 1) == nil)
      }
    }
  }
}
