import LoadableTesting
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// Edits of lists by code that calls back, ends late, or has ten thousand of them (P13).
@Suite struct `Bad input of optimistic edits of lists (P13)` {
  private func loaded(_ count: Int = 2) async -> RowLoader {
    let rows = RowLoader(failure: { _ in .second }) {
      request async throws(SampleError) -> RowPage in
      RowPage((1...count).map { Row(id: $0) }, next: nil)
    }
    await rows.load("a").outcome()
    return rows
  }

  @Test func `an edit that edits its list is made, and the inner edit is refused`() async {
    let rows = await loaded()
    let mark = Mutation(editing: rows) { (id: Int) in
      [
        .change(id) {
          rows.edit(2) { $0.text = "inner" }
          rows.next()
          $0.text = "x"
        }
      ]
    } write: { (_: Int) async throws in
    }
    await withKnownIssue {
      await mark.run(1).outcome()
    } matching: { issue in
      issue.description.contains("free of side effects")
    }
    #expect(rows.state.value?.map(\.text) == ["x", ""])
    #expect(rows.storage.currentSnapshot.machine.unsaved == nil, "an edit is kept")
  }

  @Test func `the edits of writes that a change cancels are rolled back`() async {
    let (rows, gate) = (await loaded(), Gate())
    let reference = Mutex<Mutation<Int, Void, Never>?>(nil)
    let mark = Mutation(editing: rows) { (id: Int) in
      if id == 2 { reference.withLock { $0 }?.cancel() }
      return [.change(id) { $0.text = "x" }]
    } write: { _ in
      await gate.wait()
    }
    reference.withLock { $0 = mark }
    for id in [1, 2] { mark.run(id) }
    #expect(!mark.state.isLoading)
    #expect(rows.state.value?.map(\.text) == ["", ""])
    gate.open()
    #expect(rows.storage.currentSnapshot.machine.unsaved == nil, "an edit is kept")
  }

  @Test func `a released list is skipped, and its write continues`() async {
    var rows: RowLoader? = await loaded()
    let gate = Gate()
    let mark = Mutation(editing: rows!) { (id: Int) in
      [.change(id) { $0.text = "x" }]
    } write: { id in
      await gate.wait()
      return id
    }
    let task = mark.run(1)
    weak var storage: AnyObject?
    storage = rows?.storage
    rows = nil
    #expect(storage == nil, "the mutation keeps the list")
    gate.open()
    #expect(await task.outcome().value == 1)
    #expect(await mark.run(2).outcome().value == 2)
  }

  @Test func `the end of an edit may arrive before the edit`() async {
    let rows = await loaded()
    rows.storage.edit([.end(1, isSaved: false)])
    rows.storage.edit([.start(1, [.change(1) { $0.text = "x" }])])
    #expect(rows.state.value?.map(\.text) == ["", ""])
    rows.storage.edit([.end(2, isSaved: true)])
    rows.storage.edit([.start(2, [.change(1) { $0.text = "y" }])])
    #expect(rows.state.value?.map(\.text) == ["y", ""])
    #expect(rows.storage.currentSnapshot.machine.unsaved == nil, "an edit is kept")
  }

  @Test func `what a write returns after a reset of the list changes nothing`() async {
    let rows = await loaded()
    rows.storage.edit([.start(1, [.change(1) { $0.text = "x" }])])
    rows.reset()
    await rows.load("a").outcome()
    rows.storage.edit([.end(1, isSaved: true)])
    #expect(rows.state.value?.map(\.text) == ["", ""])
    #expect(rows.storage.currentSnapshot.machine.unsaved == nil, "an edit is kept")
  }

  @Test(arguments: [true, false]) func `ten thousand edits in a turn`(_ isSaved: Bool) async {
    let rows = await loaded(10_000)
    let ids = Array(1...10_000)
    for id in ids { rows.storage.edit([.start(id, [.change(id) { $0.text = "x" }])]) }
    #expect(rows.state.value?.allSatisfy { $0.text == "x" } == true)
    for id in isSaved ? ids : ids.reversed() { rows.storage.edit([.end(id, isSaved: isSaved)]) }
    #expect(rows.state.value?.allSatisfy { $0.text == (isSaved ? "x" : "") } == true)
    #expect(rows.storage.currentSnapshot.machine.unsaved == nil, "an edit is kept")
  }

  @Test func `two lists of one loader and two mutations keep their edits apart`() async {
    let rows = await loaded()
    rows.storage.edit([.start(1, [.insert(Row(id: 9), at: .start), .change(1) { $0.text = "x" }])])
    await rows.load("b").outcome()
    #expect(rows.state.value?.map { "\($0.id)\($0.text)" } == ["1x", "2"])
    await rows.load("a").outcome()
    #expect(rows.state.value?.map { "\($0.id)\($0.text)" } == ["9", "1x", "2"])
    rows.storage.edit([.end(1, isSaved: false)])
    #expect(rows.state.value?.map { "\($0.id)\($0.text)" } == ["1", "2"])
  }

  @Test func `threads edit a list, and every edit is saved or rolled back`() async {
    let rows = await loaded(64)
    let mark = Mutation(policy: MutationPolicy(overlap: .concurrent), editing: rows) { (id: Int) in
      [.change(id) { $0.text = "x" }]
    } write: { (id: Int) async throws in
      if id % 3 == 0 { throw SampleError.first }
    }
    let tasks = Log<LoadTask<Void, LoadError>>()
    await onOwnThread {
      onThreads(4) { thread in
        for id in 1...64 where id % 4 == thread {
          tasks.note(mark.run(id))
          if id % 16 == thread { rows.refresh() }
        }
      }
    }
    for task in tasks.entries { await task.outcome() }
    let texts = rows.state.latest?.map(\.text) ?? []
    for (index, text) in texts.enumerated() where (index + 1) % 3 == 0 { #expect(text == "") }
    #expect(rows.storage.currentSnapshot.machine.unsaved == nil, "an edit is kept")
  }
}
