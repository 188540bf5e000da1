import IssueReporting
import LoadableTesting
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

@testable import ReactiveLoading

/// Code of the caller that uses or changes the loader while the loader calls it to decide.
@Suite struct `Changes that a loader refuses` {
  @Test func `an edit that sets the value of its loader is applied, and its set is refused`() async
  {
    let loader = Loader { () async throws in 1 }
    await loader.load().outcome()
    let change: @Sendable (Int, inout Int) -> Void = { input, value in
      loader.set(100)
      value += input
    }
    let add = Mutation(editing: loader, change: change) { (input: Int) async throws in input }
    await withKnownIssue {
      await add.run(5).outcome()
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect(loader.state.value == 6)
    loader.set(7)
    #expect(loader.state.value == 7)
  }

  @Test func `an edit that edits its loader is applied, and the inner edit is refused`() {
    let loader: ValueLoader<Int> = Loader { 1 }
    loader.set(1)
    withKnownIssue {
      loader.edit { value in
        loader.edit { $0 += 100 }
        value += 5
      }
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect(loader.state.value == 6)
    #expect(loader.storage.state.machine.edits == nil, "a refused edit is kept")
  }

  @Test func `the edits of writes that a change cancels are rolled back`() {
    let (loader, gate) = (Loader { 1 }, Gate())
    let reference = Mutex<Mutation<Int, Void, Never>?>(nil)
    loader.set(1)
    let add = Mutation(editing: loader) { (input: Int, value) in
      value += input
      if input == 5 { reference.withLock { $0 }?.cancel() }
    } write: { _ in
      await gate.wait()
    }
    reference.withLock { $0 = add }
    for input in [2, 5] { add.run(input) }
    #expect(!add.state.isLoading)
    #expect(loader.state.value == 1)
    gate.open()
    reference.withLock { $0 = nil }
  }

  @Test func `a write that a change starts is written without an edit`() async {
    let (loader, gate) = (Loader { 1 }, Gate())
    let (written, writes) = (Log<Int>(), Log<LoadTask<Void, Never>>())
    let reference = Mutex<Mutation<Int, Void, Never>?>(nil)
    loader.set(1)
    let policy = MutationPolicy(overlap: .concurrent)
    let add = Mutation(policy: policy, editing: loader) { (input: Int, value) in
      value += input
      if input == 5, let write = reference.withLock({ $0 })?.run(10) { writes.note(write) }
    } write: { input in
      await gate.wait()
      written.note(input)
    }
    reference.withLock { $0 = add }
    withKnownIssue {
      writes.note(add.run(5))
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    gate.open()
    for write in writes.entries { _ = await write.outcome() }
    #expect(loader.state.value == 6)
    #expect(written.entries.sorted() == [5, 10])
    #expect(loader.storage.state.machine.edits == nil, "the end of a refused edit is kept")
    reference.withLock { $0 = nil }
  }

  @Test func `a load from within the comparison of a request is performed`() async {
    let loader = Loader { (request: CallingRequest) async throws in request.number }
    await loader.load(CallingRequest(1)).outcome()
    let callingRequest = CallingRequest(2) { loader.set(10) }
    await withKnownIssue {
      #expect(await loader.load(callingRequest).outcome() == .loaded(2))
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect(loader.state.value == 2)
  }

  @Test func `a held request is dropped if a newer one comes while it is compared`() async {
    let (given, performed, loads) = (Log<Void>(), Gate(), Log<Int>())
    let loader = Loader { (request: CallingRequest) async throws in
      loads.note(request.number)
      return request.number
    }
    await loader.load(CallingRequest(1)).outcome()
    let held = CallingRequest(2) {
      onThreads(1) { _ in loader.loadIfNeeded(CallingRequest(1)) }
    }
    let requests = AsyncStream {
      if given.entries.isEmpty {
        given.note(())
        return held
      }
      performed.open()
      return nil
    }
    loader.load(on: requests)
    await performed.wait()
    #expect(loads.entries == [1])
    #expect(loader.state.value == 1)
  }

  @Test func `an edit reads its loader when a refresh ends, outside the lock`() async {
    let (saved, seen) = (Gate(), Log<Int?>())
    let loader = Loader { () async throws in 1 }
    await loader.load().outcome()
    let change: @Sendable (Int, inout Int) -> Void = { input, value in
      seen.note(loader.state.latest)
      value += input
    }
    let add = Mutation(editing: loader, change: change) { (_: Int) async throws in
      await saved.wait()
    }
    let write = add.run(5)
    await loader.refresh().outcome()
    #expect(Set(seen.entries) == [1, 6])
    #expect(loader.state.value == 6)
    saved.open()
    await write.outcome()
  }

  @Test func `an edit of a list that edits another row is applied, and the inner edit is refused`()
    async
  {
    let list = PagedLoader<NoRequest, Int, Row, LoadError> { _ in
      Page((0..<9).map { Row(id: $0, text: "") }, next: nil)
    }
    await list.load().outcome()
    withKnownIssue {
      let isEdited = list.edit(3) { row in
        list.edit(5) { $0.text += "x" }
        row.text = "edited"
      }
      #expect(isEdited)
    } matching: { issue in
      issue.description.contains("A list was changed")
    }
    #expect(list.state.value?.map(\.text) == ["", "", "", "edited", "", "", "", "", ""])
    #expect(list.remove(4))
    #expect(list.state.value?.count == 8)
  }

  private struct Row: Identifiable, Sendable, Equatable {
    let id: Int
    var text: String
  }

  /// A request that calls a closure whenever it is compared.
  private struct CallingRequest: Hashable, Sendable {
    let number: Int
    let look: @Sendable () -> Void

    init(_ number: Int, _ look: @escaping @Sendable () -> Void = {}) {
      (self.number, self.look) = (number, look)
    }

    static func == (left: Self, right: Self) -> Bool {
      left.look()
      right.look()
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
}
