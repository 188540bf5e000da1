import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The diagrams of contract S20: a write edits a loadable state, a key and a list.
@Suite struct `Optimistic updates of a state (S20)` {
  /// Plays a diagram of writes, and expects the states of the three targets.
  private func edit(
    _ diagram: String,
    _ writes: [String: String],
    confirms: Bool = false,
    overlap: MutationOverlap = .concurrent,
    loads: Bool = true,
    badge: String,
    detail: String? = nil,
    row: String? = nil,
    and more: (Marbles, ShelfScene) -> Void = { _, _ in }
  ) {
    marbles { m in
      let policy = MutationPolicy(overlap: overlap)
      let scene = ShelfScene(m, writes, confirms: confirms, policy: policy, loads: loads)
      m.hot(diagram) { scene.store.send(.write(.run($0))) }
      more(m, scene)
      scene.expect(m, badge: badge, detail: detail, row: row)
    }
  }

  @Test func `an edit of all targets is visible immediately, and its success changes nothing`() {
    edit("----x", ["x": "--w|"], badge: "nl-AX")
  }

  @Test func `all edits are rolled back when the write fails`() {
    edit("----x", ["x": "--#"], badge: "nl-AX-A")
  }

  @Test func `all edits are rolled back when the write is cancelled`() {
    edit("----x", ["x": "----w|"], badge: "nl-AXA") { m, scene in
      m.hot("-----c") { _ in scene.store.send(.write(.cancel)) }
    }
  }

  @Test func `a reset of the mutation rolls back all edits`() {
    edit("----x", ["x": "----w|"], badge: "nl-AXA") { m, scene in
      m.hot("-----c") { _ in scene.store.send(.write(.reset)) }
    }
  }

  @Test func `all confirms replace the changes`() {
    edit("----x", ["x": "--v|"], confirms: true, badge: "nl-AX-V")
  }

  @Test func `a failed edit rolls back only itself`() {
    edit(
      "----xy",
      ["x": "---#", "y": "-w|"],
      badge: "nl-AXZ-Y",
      detail: "nl-AXZ-Y",
      row: "nl-AXZ'Ayx'Y"
    )
  }

  @Test func `a refresh of one target keeps its edit, and does not change the others`() {
    edit("----x", ["x": "----w|"], badge: "nl-AXR-W", detail: "nl-AX") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.badge(.refresh)) }
    }
    edit("----x", ["x": "----w|"], badge: "nl-AX", detail: "nl-AXR-W", row: "nl-AX") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.detail("k", .refresh)) }
    }
    edit("----x", ["x": "----w|"], badge: "nl-AX", detail: "nl-AX", row: "nl-AXR-W") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.rows(.refresh)) }
    }
  }

  @Test func `a refresh that starts after the write was saved contains its edit`() {
    edit("----x", ["x": "-w|"], badge: "nl-AX-R-B", detail: "nl-AX") { m, scene in
      m.hot("------r") { _ in scene.store.send(.badge(.refresh)) }
    }
  }

  @Test func `a failed refresh of a saved edit keeps it`() {
    edit("----x", ["x": "-w|"], badge: "nl-AXRX", detail: "nl-AX") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.badge(.refresh)) }
      m.hot("------c") { _ in scene.store.send(.badge(.cancel)) }
    }
  }

  @Test func `a page that arrives during the write has the edit of its item`() {
    marbles { m in
      let scene = ShelfScene(m, ["p": "----#"])
      m.hot("----p") { scene.store.send(.write(.run($0))) }
      m.hot("-----n") { _ in scene.store.send(.rows(.next)) }
      let second = scene.store.states.map { $0.rows.value?.dropFirst().first?.text ?? "n" }
      m.expect(second.removeDuplicates(), "n------PB", ["n": "n", "P": "Bp", "B": "B"])
    }
  }

  @Test func `a key that is not loaded is edited when its value arrives`() {
    edit("-x", ["x": "----w|"], loads: false, badge: "n", detail: "n-l-X", row: "n") { m, scene in
      m.hot("--l") { _ in scene.store.send(.detail("k", .load)) }
    }
    edit("-x", ["x": "-w|"], loads: false, badge: "n", detail: "n--l-A", row: "n") { m, scene in
      m.hot("---l") { _ in scene.store.send(.detail("k", .load)) }
    }
    edit("-x", ["x": "--#"], loads: false, badge: "n", detail: "n-l-A", row: "n") { m, scene in
      m.hot("--l") { _ in scene.store.send(.detail("k", .load)) }
      m.at(.milliseconds(15)) { #expect(scene.store.state.details.keys.isEmpty) }
    }
  }

  @Test func `a state and a list that are not loaded are edited when their values arrive`() {
    edit("-x", ["x": "----w|"], loads: false, badge: "n-l-X", detail: "n", row: "n-l-X") {
      m,
      scene in
      m.hot("--l") { _ in
        scene.store.send(.badge(.load))
        scene.store.send(.rows(.load))
      }
    }
  }

  @Test func `a target that is reset drops its edit, and the others keep theirs`() {
    edit("----x", ["x": "---#"], badge: "nl-AXn", detail: "nl-AX--A") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.badge(.reset)) }
    }
    edit("----x", ["x": "---#"], badge: "nl-AX--A", detail: "nl-AXn", row: "nl-AX--A") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.removeDetail) }
    }
    edit("----x", ["x": "---#"], badge: "nl-AX--A", row: "nl-AXn") { m, scene in
      m.hot("-----r") { _ in scene.store.send(.rows(.reset)) }
    }
  }

  @Test func `serial writes of one value are confirmed and rolled back one after the other`() {
    edit("----xy", ["x": "--w|", "y": "--#"], overlap: .serial, badge: "nl-AXZ--X")
    edit("----xy", ["x": "--#", "y": "--w|"], overlap: .serial, badge: "nl-AXZY")
  }

  @Test func `a write that replaces another one rolls back its edit in the same reduction`() {
    edit("----xy", ["x": "----w|", "y": "--w|"], overlap: .replace, badge: "nl-AXY")
  }

  @Test func `a write that is ignored edits nothing`() {
    edit("----xy", ["x": "--w|", "y": "--w|"], overlap: .ignore, badge: "nl-AX")
  }

  @Test func `a reducer that runs a write edits the targets in its reduction`() {
    marbles { m in
      let scene = ShelfScene(m, ["x": "--#"])
      m.hot("----x") { scene.store.send(.runs($0)) }
      scene.expect(m, badge: "nl-AX-A")
    }
  }
}
