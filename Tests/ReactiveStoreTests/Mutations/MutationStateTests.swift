import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

/// The writes of a state, as those of a mutation.
@Suite struct `The writes of a state (S20)` {
  private typealias Record = MutationState<String, String>.Record

  /// `n` no result, `l` loading, `f` failed, else the output.
  private func expect(_ m: Marbles, _ scene: ShelfScene, _ diagram: String) {
    m.expect(scene.store.states.map { mark($0.write.loadable) }.removeDuplicates(), diagram)
  }

  private func scene(
    _ m: Marbles,
    _ writes: [String: String],
    _ policy: MutationPolicy,
    orderedBy key: (@Sendable (String) -> any Hashable & Sendable)? = nil,
    cancellation: MarbleCancellation = .honored
  ) -> ShelfScene {
    ShelfScene(
      m,
      writes,
      policy: policy,
      orderedBy: key,
      cancellation: cancellation,
      loads: false
    )
  }

  @Test func `serial writes start in the order of the calls`() {
    marbles { m in
      let scene = scene(m, ["a": "--A|", "b": "--B|"], MutationPolicy())
      m.hot("-ab") { scene.store.send(.write(.run($0))) }
      expect(m, scene, "nl-r-B")
      m.at(.milliseconds(25)) { #expect(scene.writes.entries == ["a"]) }
      m.at(.milliseconds(35)) { #expect(scene.writes.entries == ["a", "b"]) }
    }
  }

  @Test func `writes of one key are in order, and those of other keys do not wait`() {
    marbles { m in
      let scene = scene(
        m,
        ["a1": "--A|", "a2": "--B|", "b1": "--C|"],
        MutationPolicy(),
        orderedBy: { $0.prefix(1).description }
      )
      m.at(.milliseconds(10)) {
        for input in ["a1", "a2", "b1"] { scene.store.send(.write(.run(input))) }
      }
      m.at(.milliseconds(15)) { #expect(scene.writes.entries == ["a1", "b1"]) }
      m.at(.milliseconds(35)) { #expect(scene.writes.entries == ["a1", "b1", "a2"]) }
      m.at(.milliseconds(60)) { #expect(scene.store.state.write.history.count == 3) }
    }
  }

  @Test func `a write of a key that replaces another one starts when that has returned`() {
    marbles { m in
      let scene = scene(
        m,
        ["a1": "---A|", "a2": "-B|", "b1": "-C|"],
        MutationPolicy(overlap: .replace),
        orderedBy: { $0.prefix(1).description },
        cancellation: .ignored
      )
      m.at(.milliseconds(10)) { scene.store.send(.write(.run("a1"))) }
      m.at(.milliseconds(20)) {
        for input in ["b1", "a2"] { scene.store.send(.write(.run(input))) }
      }
      m.at(.milliseconds(35)) { #expect(scene.writes.entries == ["a1", "b1"]) }
      m.at(.milliseconds(45)) { #expect(scene.writes.entries == ["a1", "b1", "a2"]) }
      m.at(.milliseconds(60)) {
        let states = scene.store.state.write.history.map(\.state)
        #expect(states == [.ended(.replaced), .ended(.loaded("C")), .ended(.loaded("B"))])
      }
    }
  }

  @Test func `a task waits for its write, also while it waits for its turn`() {
    marbles { m in
      let scene = scene(m, ["a": "--A|", "b": "--B|"], MutationPolicy())
      let ends = Log<String>()
      m.at(.milliseconds(10)) {
        scene.store.send(.write(.run("a")))
        let task = scene.store.send(.write(.run("b")))
        Task {
          await task.finish()
          ends.note("b")
        }
      }
      m.at(.milliseconds(45)) { #expect(ends.entries == []) }
      m.at(.milliseconds(55)) { #expect(ends.entries == ["b"]) }
    }
  }

  @Test func `a task cancels its write only, and its edit is rolled back`() {
    marbles { m in
      let scene = ShelfScene(m, ["x": "-----w|", "y": "-----w|"])
      let tasks = Log<StoreTask>()
      m.hot("----xy") { tasks.note(scene.store.send(.write(.run($0)))) }
      m.hot("------c") { _ in tasks.entries.first?.cancel() }
      m.hot("-------d") { _ in tasks.entries.last?.cancel() }
      scene.expect(m, badge: "nl-AXZYA")
      m.at(.milliseconds(80)) {
        let states = scene.store.state.write.history.map(\.state)
        #expect(states == [.ended(.cancelled), .ended(.cancelled)])
      }
    }
  }

  @Test func `a write that times out is rolled back, and the next one starts when it has returned`()
  {
    marbles { m in
      let policy = MutationPolicy(timeout: MutationTimeout(.milliseconds(20)), clock: m.clock)
      let scene = ShelfScene(
        m,
        ["x": "----w|", "y": "-w|"],
        policy: policy,
        cancellation: .ignored
      )
      m.hot("----xy") { scene.store.send(.write(.run($0))) }
      scene.expect(m, badge: "nl-AXZY")
      m.at(.milliseconds(75)) { #expect(scene.writes.entries == ["x"]) }
      m.at(.milliseconds(85)) { #expect(scene.writes.entries == ["x", "y"]) }
    }
  }

  @Test func `a write that never returns with a timeout ends its edit`() {
    marbles { m in
      let policy = MutationPolicy(timeout: MutationTimeout(.milliseconds(20)), clock: m.clock)
      let scene = ShelfScene(m, ["x": "-"], policy: policy)
      m.hot("----x") { scene.store.send(.write(.run($0))) }
      scene.expect(m, badge: "nl-AX-A")
      m.at(.milliseconds(70)) {
        #expect(scene.store.state.write.error == LoadError(LoadTimeoutError()))
      }
    }
  }

  @Test func `a failed write is retried with its edit`() {
    marbles { m in
      let policy = MutationPolicy(retry: .constant(.milliseconds(10), limit: 1), clock: m.clock)
      let scene = ShelfScene(m, ["x": "-#"], policy: policy)
      m.hot("----x") { scene.store.send(.write(.run($0))) }
      scene.expect(m, badge: "nl-AX--A")
      m.at(.milliseconds(80)) { #expect(scene.writes.entries == ["x", "x"]) }
    }
  }

  @Test func `the release of the store cancels its writes`() {
    marbles { m in
      let answer = m.cold("-----w|")
      let shelf = ShelfScene.shelf(m) { _ in try await answer() }
      var store: Store<EditedShelf.State, EditedShelf.Action>? =
        Store(EditedShelf.State()) { shelf }
      store?.send(.write(.run("x")))
      m.expectSubscriptions(answer, ["^-!"])
      m.at(.milliseconds(20)) { store = nil }
    }
  }

  @Test func `a reset while a write runs removes its result and its history`() {
    marbles { m in
      let scene = scene(m, ["a": "-A|", "b": "---B|"], MutationPolicy())
      m.hot("-a-b") { scene.store.send(.write(.run($0))) }
      m.hot("----r") { _ in scene.store.send(.write(.reset)) }
      expect(m, scene, "nlArn")
      m.at(.milliseconds(90)) { #expect(scene.store.state.write == MutationState()) }
    }
  }
}

/// Earlier states that are put back, as by an undo.
@Suite struct `Writes of earlier states (S20)` {
  @Test func `a write that has ended is not started again, and its edit is rolled back`() {
    marbles { m in
      let scene = ShelfScene(m, ["x": "-w|"])
      let earlier = Log<EditedShelf.State>()
      m.hot("----x") { scene.store.send(.write(.run($0))) }
      m.at(.milliseconds(45)) { earlier.note(scene.store.state) }
      m.hot("------p") { _ in
        for state in earlier.entries { scene.store.send(.putBack(state)) }
      }
      scene.expect(m, badge: "nl-AX-A")
      m.at(.milliseconds(90)) {
        #expect(scene.writes.entries == ["x"])
        #expect(!scene.store.state.write.isLoading)
      }
    }
  }

  @Test func `a state before a write cancels its work`() {
    marbles { m in
      let answer = m.cold("-----w|")
      let shelf = ShelfScene.shelf(m) { _ in try await answer() }
      let store = m.keep(Store(EditedShelf.State()) { shelf })
      let earlier = store.state
      m.at(.milliseconds(10)) { store.send(.write(.run("x"))) }
      m.at(.milliseconds(30)) { store.send(.putBack(earlier)) }
      m.expectSubscriptions(answer, ["-^-!"])
      m.at(.milliseconds(90)) { #expect(store.state == earlier) }
    }
  }

  @Test func `a write that was cancelled is not performed again by the state before`() {
    marbles { m in
      let scene = ShelfScene(m, ["x": "-----w|"])
      let earlier = Log<EditedShelf.State>()
      m.hot("----x") { scene.store.send(.write(.run($0))) }
      m.at(.milliseconds(45)) { earlier.note(scene.store.state) }
      m.hot("-----c") { _ in scene.store.send(.write(.cancel)) }
      m.hot("------p") { _ in
        for state in earlier.entries { scene.store.send(.putBack(state)) }
      }
      // The earlier state, and the end of its write.
      scene.expect(m, badge: "nl-AXA(XA)")
      m.at(.milliseconds(90)) { #expect(scene.writes.entries == ["x"]) }
    }
  }

  @Test func `another store does not perform the writes of a copied state`() {
    marbles { m in
      let scene = ShelfScene(m, ["x": "--w|"])
      m.hot("----x") { scene.store.send(.write(.run($0))) }
      let (others, stores) = (Log<String>(), Log<Store<EditedShelf.State, EditedShelf.Action>>())
      let shelf = ShelfScene.shelf(m) { input in
        others.note(input)
        return input
      }
      m.at(.milliseconds(45)) { stores.note(Store(scene.store.state) { shelf }) }
      m.at(.milliseconds(90)) {
        #expect(others.entries == [])
        #expect(stores.entries.first?.state.badge.value == "A")
        #expect(scene.store.state.badge.value == "Ax")
      }
    }
  }

  @Test func `the write of an initial state is performed`() {
    marbles { m in
      var state = EditedShelf.State()
      state.write.run("x")
      let answer = m.cold("--w|")
      let shelf = ShelfScene.shelf(m) { _ in try await answer() }
      let store = m.keep(Store(state) { shelf })
      m.expectSubscriptions(answer, ["^-!"])
      m.at(.milliseconds(50)) { #expect(store.state.write.value == "w") }
    }
  }
}

/// The state as a value.
@Suite struct `The state of a mutation as a value (S20)` {
  @Test func `two states are equal if their writes are, whatever their ids`() {
    var (one, other) = (MutationState<String, String>(), MutationState<String, String>())
    one.run("x")
    #expect(one != other)
    other.run("x")
    #expect(one == other)
    other.finish("x", .success("w"))
    #expect(one != other)
    #expect(other.loadable == .loaded("w"))
    other.finish("x", .failure(Broken()))
    #expect(other.loadable == .loaded("w"))
    one.finish("x", .success("w"))
    #expect(one == other)
    #expect("\(one)" == "loaded(w)" || "\(one)".contains("w"))
  }

  @Test func `a test of a store checks each step of a write`() {
    marbles { m in
      let answer = m.cold("--w|")
      let shelf = ShelfScene.shelf(m) { _ in try await answer() }
      let store = m.testStore(EditedShelf.State()) { shelf }
      store.send(.detail("k", .load)) { $0.details["k"].perform(.load) }
      m.advance(by: .milliseconds(20))
      store.receive(.detail("k", .finished(.success("A")))) { $0.details["k"] = LoadableState("A") }
      store.send(.write(.run("x"))) {
        $0.write.run("x")
        $0.details["k"].change { $0 += "x" }
      }
      m.advance(by: .milliseconds(20))
      store.receive(.write(.finished("x", .success("w")))) { $0.write.finish("x", .success("w")) }
    }
  }

  @Test func `a cancelled write returns later, in an action`() {
    marbles { m in
      let answer = m.cold("--w|")
      let shelf = ShelfScene.shelf(m) { _ in try await answer() }
      let store = m.testStore(EditedShelf.State()) { shelf }
      store.send(.write(.run("x"))) { $0.write.run("x") }
      store.send(.write(.cancel)) { $0.write.cancel() }
      let answer2 = store.receive(case: .write) { state in
        #expect(state.write.history.map(\.state) == [.stopping(.cancelled)])
        state.write = store.state.write
      }
      #expect(answer2 == .returned)
    }
  }
}
