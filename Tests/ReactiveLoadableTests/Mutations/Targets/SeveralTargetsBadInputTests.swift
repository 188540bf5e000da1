import LoadableTesting
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// Changes that call back, targets that are named twice, writes without an end, many writes (L21).
@Suite struct `Unusual targets and changes (L21)` {
  typealias Numbers = ValueLoader<Int>

  private func loader(_ value: Int = 1) -> Numbers {
    let loader: Numbers = Loader { value }
    loader.set(value)
    return loader
  }

  @Test func `a loader that is named twice gets both changes, and publishes once`() {
    marbles { m in
      let answer = m.text("--A|")
      let loader = m.textLoader(answer)
      let write = m.cold("---#", failure: LoadError(SampleError.first))
      let append = m.keep(
        Mutation(editing: [
          .loader(loader) { (input: String, value) in value += input },
          .loader(loader) { _, value in value += "y" },
        ]) { _ async throws in
          _ = try await write()
        }
      )
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("----x") { append.run($0) }
      m.expect(loader.states, "nl-AZ--A", editedStates)
    }
  }

  @Test func `keys that are equal get both changes, and publish once`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      let write = m.cold("---w|", failure: LoadError(SampleError.first))
      let append = m.keep(
        Mutation(editing: [
          .key(cache, of: { _ in "k" }) { (input: String, value) in value += input },
          .key(cache, of: { _ in "k" }) { _, value in value += "y" },
        ]) { _ async throws in
          _ = try await write()
        }
      )
      m.hot("----x") { append.run($0) }
      m.expect(m.row("-s-----x", "k", in: cache), "-l-AZ", editedStates)
      m.at(.milliseconds(90)) {
        #expect(cache.value(for: "k") == "Axy")
        #expect(cache.statistics.activeKeys == 0)
      }
    }
  }

  @Test func `no target is like a mutation that edits nothing`() async {
    let targets: [MutationTarget<Int, Int>] = []
    let write = Mutation(editing: targets) { (input: Int) in input + 1 }
    #expect(await write.run(1).outcome() == .loaded(2))
  }

  @Test func `the change of one target that sets another one is reported, and not performed`() {
    let (first, second, gate) = (loader(), loader(), Gate())
    let add = Mutation(editing: [
      .loader(first) { (input: Int, value) in
        second.set(100)
        value += input
      },
      .loader(second) { input, value in value += input },
    ]) { _ in await gate.wait() }
    withKnownIssue {
      _ = add.run(5)
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect((first.state.value, second.state.value) == (6, 6))
    gate.open()
  }

  @Test func `a write that a change starts edits no target, and leaves nothing`() async {
    let (first, second, gate) = (loader(), loader(), Gate())
    let writes = Log<LoadTask<Void, Never>>()
    let reference = Mutex<Mutation<Int, Void, Never>?>(nil)
    let policy = MutationPolicy(overlap: .concurrent)
    let add = Mutation(
      policy: policy,
      editing: [
        .loader(first) { (input: Int, value) in value += input },
        .loader(second) { input, value in
          value += input
          if input == 5, let write = reference.withLock({ $0 })?.run(10) { writes.note(write) }
        },
      ]
    ) { _ in await gate.wait() }
    reference.withLock { $0 = add }
    withKnownIssue {
      writes.note(add.run(5))
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect((first.state.value, second.state.value) == (6, 6))
    gate.open()
    for write in writes.entries { _ = await write.outcome() }
    #expect((first.state.value, second.state.value) == (6, 6))
    #expect(first.storage.state.machine.edits == nil, "the end of a refused edit is kept")
    #expect(second.storage.state.machine.edits == nil, "the end of a refused edit is kept")
    reference.withLock { $0 = nil }
  }

  @Test func `a write that the edit of one target starts edits no other target either`() async {
    let (first, second, gate) = (loader(), loader(), Gate())
    let writes = Log<LoadTask<Void, Never>>()
    let add = Mutation(editing: [
      .loader(first) { (input: Int, value) in value += input },
      .loader(second) { input, value in value += input },
    ]) { _ in await gate.wait() }
    withKnownIssue {
      first.edit { value in
        if writes.entries.isEmpty { writes.note(add.run(10)) }
        value += 5
      }
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect((first.state.value, second.state.value) == (6, 1))
    gate.open()
    for write in writes.entries { _ = await write.outcome() }
    #expect((first.state.value, second.state.value) == (6, 1))
    #expect(first.storage.state.machine.edits == nil, "the end of a refused edit is kept")
    #expect(second.storage.state.machine.edits == nil, "the end of a refused edit is kept")
  }

  @Test func `the edits of writes that a change cancels are rolled back in all targets`() {
    let (first, second, gate) = (loader(), loader(), Gate())
    let reference = Mutex<Mutation<Int, Void, Never>?>(nil)
    let add = Mutation(editing: [
      .loader(first) { (input: Int, value) in value += input },
      .loader(second) { input, value in
        value += input
        if input == 5 { reference.withLock { $0 }?.cancel() }
      },
    ]) { _ in await gate.wait() }
    reference.withLock { $0 = add }
    for input in [2, 5] { add.run(input) }
    #expect(!add.state.isLoading)
    #expect((first.state.value, second.state.value) == (1, 1))
    gate.open()
    reference.withLock { $0 = nil }
  }

  @Test func `a change may read its targets`() {
    let (first, second, gate) = (loader(), loader(), Gate())
    let add = Mutation(editing: [
      .loader(first) { (input: Int, value) in value += input + (second.state.value ?? 0) },
      .loader(second) { input, value in value += input },
    ]) { _ in await gate.wait() }
    add.run(5)
    #expect((first.state.value, second.state.value) == (7, 6))
    gate.open()
  }

  @Test func `a write that never returns times out, and all edits are rolled back`() {
    marbles { m in
      let targets = m.targets()
      let policy = MutationPolicy(timeout: MutationTimeout(.milliseconds(30)), clock: m.clock)
      let never = m.cold("-", failure: LoadError(SampleError.first))
      let append = m.keep(
        Mutation(
          policy: policy,
          editing: [
            .loader(targets.badge) { (input: String, value) in value += input },
            .key(targets.details, of: { _ in "k" }) { input, value in value += input },
          ]
        ) { _ async throws in
          _ = try await never()
        }
      )
      m.at(.milliseconds(10)) { targets.badge.load() }
      m.hot("----x") { append.run($0) }
      m.expect(targets.badge.states, "nl-AX--A", editedStates)
      m.expect(m.row("-s", "k", in: targets.details), "-l-AX--A", editedStates)
    }
  }

  @Test func `ten thousand writes of one turn edit both targets, and are rolled back`() async {
    let (first, gate) = (loader(0), Gate())
    let cache = LoaderCache { (_: Int) async throws(Never) -> Int in 0 }
    for key in 0..<100 { cache.set(0, for: key) }
    let add = Mutation(editing: [
      .loader(first) { (_: Int, value) in value += 1 },
      .key(cache, of: { $0 % 100 }) { _, value in value += 1 },
    ]) { _ in await gate.wait() }
    for input in 0..<10_000 { add.run(input) }
    #expect(first.state.value == 10_000)
    #expect(cache.value(for: 7) == 100)
    add.cancel()
    #expect(first.state.value == 0)
    #expect(cache.value(for: 7) == 0)
    #expect(cache.statistics.activeKeys == 0)
    gate.open()
  }
}
