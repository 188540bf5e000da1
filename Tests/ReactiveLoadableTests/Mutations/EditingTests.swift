import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of "Editing optimistically", and its other statements.
@Suite struct `Editing optimistically (L12)` {
  typealias Todos = ValueLoader<String>

  private let states = MarbleStates<String, LoadError>.states(
    loaded: ["A": "a", "X": "ax", "Y": "ay", "Z": "axy", "B": "b", "W": "bx", "V": "aX", "U": "bX"]
  )

  private func loader(_ m: Marbles, _ first: String = "--a|", then: [String] = []) -> Todos {
    let answers = m.cold(first, then: then)
    return m.keep(Loader { try await answers() })
  }

  /// A mutation that appends its input, with the timing of a diagram for each.
  private func adding(
    _ m: Marbles,
    to loader: Todos,
    _ writes: [String: String],
    overlap: MutationOverlap = .concurrent,
    confirm: (@Sendable (String, String, inout String) -> Void)? = nil
  ) -> Mutation<String, String, LoadError> {
    let writes = m.responses(to: writes, failure: LoadError(SampleError.first))
    return m.keep(
      Mutation(
        policy: MutationPolicy(overlap: overlap),
        editing: loader,
        change: { input, value in value += input },
        write: { input async throws in try await writes(input) },
        confirm: confirm
      )
    )
  }

  @Test func `an edit is visible immediately, and its success changes nothing`() {
    marbles { m in
      let loader = loader(m)
      let writes = m.cold("--w|")
      let add = m.keep(
        Mutation(editing: loader) { (input: String, value) in
          value += input
        } write: { _ in
          try await writes()
        }
      )
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----x") { add.run($0) }
      m.expect(loader.states, "nl-AX", states)
    }
  }

  @Test func `an edit before the first load is hidden, then visible over the loaded value`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "----w|"])
      m.hot("-x") { add.run($0) }
      m.at(.milliseconds(20)) { loader.load() }
      m.expect(loader.states, "n-l-X", states)
    }
  }

  @Test func `an edit saved before the first load is not visible over its value`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "-w|"])
      m.hot("-x") { add.run($0) }
      m.at(.milliseconds(30)) { loader.load() }
      m.expect(loader.states, "n--l-A", states)
    }
  }

  @Test func `an edit before the first load is rolled back when it fails`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "-----#"])
      m.hot("-x") { add.run($0) }
      m.at(.milliseconds(20)) { loader.load() }
      m.expect(loader.states, "n-l-X-A", states)
    }
  }

  @Test func `an edit that fails is rolled back`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "--#"])
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----x") { add.run($0) }
      m.expect(loader.states, "nl-AX-A", states)
    }
  }

  @Test func `a failed edit rolls back only itself`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "---#", "y": "-w|"])
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----xy") { add.run($0) }
      m.expect(loader.states, "nl-AXZ-Y", states)
    }
  }

  @Test func `a refreshed value shows below the edits`() {
    marbles { m in
      let loader = loader(m, then: ["--b|"])
      let add = adding(m, to: loader, ["x": "----w|"])
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(50)) { loader.refresh() }
      m.hot("----x") { add.run($0) }
      m.expect(loader.states, "nl-AX'r X'-W", states)
    }
  }

  @Test func `a refresh requested after an edit was saved already contains it`() {
    marbles { m in
      let loader = loader(m, then: ["--'bx'|"])
      let add = adding(m, to: loader, ["x": "-w|"])
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(60)) { loader.refresh() }
      m.hot("----x") { add.run($0) }
      m.expect(loader.states, "nl-AX-'r X'-W", states)
    }
  }

  @Test func `a confirmed edit shows the server's response`() {
    marbles { m in
      let loader = loader(m, then: ["--b|"])
      let add = adding(m, to: loader, ["x": "--X|"]) { _, output, value in value += output }
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(50)) { loader.refresh() }
      m.hot("----x") { add.run($0) }
      m.expect(loader.states, "nl-AX'r X' 'r V'U", states)
    }
  }

  @Test func `edits in order are visible immediately, and written one after the other`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "--#", "y": "--w|"], overlap: .serial)
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----xy") { add.run($0) }
      m.expect(loader.states, "nl-AXZY", states)
      let history = add.history.map { $0.map { $0.isOpen ? "o" : "e" }.joined() }
      let names = ["n": "", "o": "o", "oo": "oo", "eo": "eo", "ee": "ee"]
      m.expect(history, "n---o'oo' 'eo'-'ee'", names)
    }
  }

  @Test func `an edit that replaces another is visible instead of it`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "--w|", "y": "--w|"], overlap: .replace)
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----xy") { add.run($0) }
      m.expect(loader.states, "nl-AXY", states)
    }
  }

  @Test func `a skipped edit is not visible`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "--w|"], overlap: .ignore)
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----xy") { add.run($0) }
      m.expect(loader.states, "nl-AX", states)
    }
  }

  @Test func `an edit of a missing item is visible when the item arrives`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "-----w|"])
      m.hot("x") { add.run($0) }
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl-X", states)
    }
  }

  @Test func `an edit is visible only over the value of its request`() {
    marbles { m in
      let answers = m.responses(to: ["a": "--a|", "b": "--b|"])
      let loader = m.keep(Loader { (request: String) in try await answers(request) })
      let writes = m.cold("------w|")
      let add = m.keep(
        Mutation(editing: loader) { (input: String, value) in
          value += input
        } write: { _ in
          try await writes()
        }
      )
      m.hot("-a---b---a") { loader.load($0) }
      m.hot("----x") { add.run($0) }
      // Saved after 100 ms, when the second load of a had been requested already.
      m.expect(loader.states, "nl-AXL-B-L-X", states)
    }
  }

  @Test func `a cancel rolls an edit back, and a reset of the loader drops it`() {
    marbles { m in
      let loader = loader(m, then: ["--a|"])
      let add = adding(m, to: loader, ["x": "-----#", "y": "-----w|"])
      m.hot("-l------l") { _ in loader.load() }
      m.hot("----x-y") { add.run($0) }
      m.at(.milliseconds(50)) { add.cancel() }
      m.at(.milliseconds(70)) { loader.reset() }
      m.expect(loader.states, "nl-AXAYnl-A", states)
    }
  }

  @Test func `an edit is visible when the call returns, also inside an observer`() async {
    let loader = Loader { () async throws(Never) -> String in "a" }
    let gate = Gate()
    let add = Mutation(policy: MutationPolicy(overlap: .concurrent), editing: loader) {
      (input: String, value) in
      value += input
    } write: { _ in
      await gate.wait()
    }
    await loader.load().outcome()
    let seen = Log<String?>()
    let observer = add.states.sink { state in
      guard state.isLoading, seen.entries.isEmpty else { return }
      seen.note(loader.state.latest)
      add.run("y")
      seen.note(loader.state.latest)
    }
    add.run("x")
    #expect(seen.entries == ["ax", "axy"])
    gate.open()
    observer.cancel()
  }

  @Test func `a failed load of another request keeps the edits of the visible value`() {
    marbles { m in
      let answers = m.responses(
        to: ["a": "--a|", "b": "-#"],
        failure: LoadError(SampleError.first)
      )
      let loader = m.keep(
        Loader(policy: LoadPolicy(previous: .always)) { (request: String) in
          try await answers(request)
        }
      )
      let writes = m.cold("-----w|", then: ["-w|"])
      let add = m.keep(
        Mutation(policy: MutationPolicy(overlap: .concurrent), editing: loader) {
          (input: String, value) in
          value += input
        } write: { _ in
          try await writes()
        }
      )
      m.hot("-a---b----a") { loader.load($0) }
      m.hot("----x--y") { add.run($0) }
      // Both are edits of a, which stays visible. They are saved before a is requested again.
      let shown = loader.states.map { $0.latest ?? "" }.removeDuplicates()
      m.expect(shown, "n--aX--Z----a", ["n": "", "a": "a", "X": "ax", "Z": "axy"])
    }
  }

  @Test func `a set value contains the edits that were saved before`() {
    marbles { m in
      let loader = loader(m, then: ["-----a|"])
      let add = adding(m, to: loader, ["x": "-w|"])
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(40)) { loader.refresh() }
      m.hot("-----x") { add.run($0) }
      m.at(.milliseconds(70)) { loader.set("b") }
      m.expect(loader.states, "nl-Ar'r X'-'r B'-X", states)
    }
  }

  @Test func `a set value is visible with the edits over it`() {
    marbles { m in
      let loader = loader(m)
      let add = adding(m, to: loader, ["x": "--#"])
      m.at(.milliseconds(10)) { loader.set("a") }
      m.hot("--x") { add.run($0) }
      m.at(.milliseconds(30)) { loader.set("b") }
      m.expect(loader.states, "nAXWB", states)
    }
  }

  @Test func `a new edit runs its own change only, and a rollback runs those in flight`() async {
    let (gate, calls) = (Gate(), Log<Int>())
    let loader = Loader { [Int]() }
    loader.set([])
    let add = Mutation(policy: MutationPolicy(overlap: .concurrent), editing: loader) {
      (input: Int, value) in
      calls.note(input)
      value.append(input)
    } write: { _ in
      await gate.wait()
    }
    let writes = (1...3).map { add.run($0) }
    #expect(calls.entries == [1, 2, 3])
    writes[1].cancel()
    #expect(calls.entries == [1, 2, 3, 1, 3])
    #expect(loader.state.value == [1, 3])
    gate.open()
    for write in writes { _ = await write.outcome() }
    #expect(loader.state.value == [1, 3])
    #expect(calls.entries.count <= 7, "a saved edit runs again, at most once")
  }

  @Test func `without its loader a mutation still writes`() async {
    let written = Log<String>()
    func makeAdd() -> Mutation<String, Void, LoadError> {
      let todos = Loader { "a" }
      return Mutation(editing: todos) { (input: String, value) in
        value += input
      } write: { input in
        written.note(input)
      }
    }
    let add = makeAdd()
    await add.run("x").outcome()
    #expect(written.entries == ["x"])
  }

  @Test func `an edit saved while a load waits in a queue is part of its response`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let answers = m.cold("-a|", ["a": "a", "z": "ax"], then: ["-z|"])
      let other = m.cold("-----o|")
      let loader = m.keep(Todos(policy: LoadPolicy(queue: queue)) { try await answers() })
      let holder = m.keep(Todos(policy: LoadPolicy(queue: queue)) { try await other() })
      let add = adding(m, to: loader, ["x": "-w|", "y": "-w|"])
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(30)) { holder.load() }
      m.at(.milliseconds(40)) { loader.refresh() }
      m.hot("-----x---y") { add.run($0) }
      m.at(.milliseconds(200)) { #expect(loader.state == .loaded("axy")) }
    }
  }
}
