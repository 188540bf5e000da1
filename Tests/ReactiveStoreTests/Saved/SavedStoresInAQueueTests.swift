import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// V1 for loads of a store, which read their record before they wait for their turn.
///
/// A character is a second, a call of the store of records takes one.
@Suite struct `Stores with saved values in a queue (V1)` {
  private static let states = SavedFeatureScene.texts(7200)

  /// A load that has the only turn of a queue until a time in seconds.
  private func occupy(_ queue: LoadQueue, _ m: Marbles, until seconds: Int) {
    let clock = m.clock
    let other = m.keep(
      Loader(policy: LoadPolicy(queue: queue)) { try await clock.sleep(for: .seconds(seconds)) }
    )
    m.at(.zero) { other.load() }
  }

  private func feature(
    _ scene: SavedFeatureScene,
    _ diagram: String,
    queue: LoadQueue? = nil,
    timeout: LoadTimeout? = nil
  ) -> SavedStore {
    var reducer = scene.reducer(diagram, diagram, [], .forever)
    reducer.policy.queue = queue
    reducer.policy.timeout = timeout
    return scene.m.keep(Store(SavedFeature.State()) { [reducer] in reducer })
  }

  @Test func `queued: the saved child is visible before its turn`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m), LoadQueue(limit: 1))
      scene.save("text", "a")
      occupy(queue, m, until: 5)
      let store = feature(scene, "----b|", queue: queue)
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nlS------B", Self.states)
      m.at(.seconds(8)) { #expect(queue.count.running == 1) }
    }
  }

  @Test func `queued: the saved list is visible before its turn`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m), LoadQueue(limit: 1))
      scene.save("list", "12")
      occupy(queue, m, until: 5)
      let store = feature(scene, "----1|", queue: queue)
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.expect(store.lists, "nlS------1")
    }
  }

  @Test func `a young child takes no turn`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m), LoadQueue(limit: 1))
      scene.save("text", "a", age: 20)
      occupy(queue, m, until: 9)
      var reducer = scene.reducer("#", "#", [], .lasting(.seconds(60)))
      reducer.policy.queue = queue
      let store = m.keep(Store(SavedFeature.State()) { [reducer] in reducer })
      m.at(.seconds(1)) { store.send(.text(.loadIfNeeded)) }
      m.expect(store.texts, "nlA", Self.states)
    }
  }

  @Test func `a cancel while the load waits for its turn calls nothing`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m), LoadQueue(limit: 1))
      scene.save("text", "a")
      occupy(queue, m, until: 5)
      let calls = Log<String>()
      var reducer = scene.countingReducer(calls, .forever)
      reducer.policy.queue = queue
      let store = m.keep(Store(SavedFeature.State()) { [reducer] in reducer })
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(4)) { store.send(.text(.cancel)) }
      m.expect(store.texts, "nlS-A", Self.states)
      m.at(.seconds(9)) { #expect(calls.entries.isEmpty && queue.count.running == 0) }
    }
  }

  @Test func `hung store: a read that exceeds the timeout of an attempt is a miss`() {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, .seconds(1000))
      let store = feature(scene, "---b|", timeout: LoadTimeout(attempt: .seconds(4)))
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(store.texts, "nl------B", Self.states)
      m.at(.seconds(9)) {
        #expect(scene.observed.entries.count == 2)
        #expect(scene.observed.entries.last == "succeeded b")
      }
      m.at(.seconds(2000)) {}
    }
  }

  @Test func `hung store: the pages of a list are loaded after the timeout, too`() {
    marbles(frame: .seconds(1)) { m in
      let scene = SavedFeatureScene(m, .seconds(1000))
      let store = feature(scene, "---1|", timeout: LoadTimeout(attempt: .seconds(4)))
      m.at(.seconds(1)) { store.send(.notes(.load("list"))) }
      m.expect(store.lists, "nl------1")
      m.at(.seconds(2000)) {}
    }
  }

  @Test func `a retry reads nothing, and waits for its turn`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m), LoadQueue(limit: 1))
      scene.save("text", "a")
      var reducer = scene.reducer("--#", "--#", ["--b|"], .forever)
      (reducer.policy.queue, reducer.policy.retry) = (queue, .constant(.seconds(1), limit: 1))
      let store = m.keep(Store(SavedFeature.State()) { [reducer] in reducer })
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.expect(
        store.texts.map { $0.latest ?? "" }.removeDuplicates(),
        "n-S----B",
        ["n": "", "S": "a", "B": "b"]
      )
      m.expect(scene.store.calls, "--r-----b")
    }
  }

  // MARK: A hundred rows

  @Test func `the saved values of a hundred rows are visible after their reads`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m), LoadQueue(limit: 6))
      for row in 0..<100 { scene.save("text/\(row)", "saved \(row)") }
      let calls = Log<Int>()
      var policy = scene.policy(.forever)
      policy.queue = queue
      let clock = m.clock
      let store = scene.keys(policy) { key in
        calls.note(key)
        try await clock.sleep(for: .seconds(1000))
        return ""
      }
      m.at(.seconds(1)) { store.send(.loadAll(100)) }
      m.at(.milliseconds(2500)) {
        let texts = store.state.texts
        #expect((0..<100).map { texts[$0].latest } == (0..<100).map { "saved \($0)" })
        #expect((0..<100).allSatisfy { texts[$0].isLoading })
        #expect(calls.entries == Array(0..<6))
      }
      m.at(.seconds(3)) { for row in 0..<100 { store.send(.text(row, .cancel)) } }
    }
  }

  @Test func `the reads of a store that never answers end together`() {
    marbles(frame: .seconds(1)) { m in
      let (scene, queue) = (SavedFeatureScene(m, .seconds(1000)), LoadQueue(limit: 6))
      let calls = Log<Int>()
      var policy = scene.policy(.forever)
      policy.queue = queue
      policy.timeout = LoadTimeout(attempt: .seconds(4))
      let store = scene.keys(policy) { key in
        calls.note(key)
        return "text \(key)"
      }
      m.at(.seconds(1)) { store.send(.loadAll(100)) }
      m.at(.seconds(4)) { #expect(calls.entries.isEmpty) }
      m.at(.seconds(6)) {
        #expect(Set(calls.entries).count == 100)
        #expect((0..<100).allSatisfy { store.state.texts[$0].latest == "text \($0)" })
      }
      m.at(.seconds(3000)) {}
    }
  }
}
