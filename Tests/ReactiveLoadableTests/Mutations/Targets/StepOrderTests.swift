import Foundation
import ReactiveLoadable
import TestSupport
import Testing

/// The work of a write starts after the steps of all edits that were decided before, whichever threads
/// perform them: contract L21, *Order*.
@Suite("Threads: the order of edits and work (L21)", .serialized)
struct StepOrderTests {
  private typealias Values = Loader<NoRequest, [Int], LoadError>

  @Test
  func `a write starts after the edit of an earlier call, and its own edit is visible at once`()
    async
  {
    let (values, stop, calls) = (Values { [] }, Stop(at: 1), Log<Int>())
    values.set([])
    let mutation = Mutation(
      policy: MutationPolicy(overlap: .concurrent),
      editing: values,
      change: { (write: Int, value: inout [Int]) in
        stop.pass(write)
        value.append(write)
      },
      write: { (write: Int) async throws(LoadError) in calls.note(write) }
    )
    let handles = Log<LoadTask<Void, LoadError>>()
    let during = Log<String>()
    await onOwnThread {
      let late = LateThread { handles.note(mutation.run(1)) }
      stop.waitUntilReached()
      handles.note(mutation.run(2))
      during.note("visible \(values.state.latest ?? []), called \(calls.entries)")
      stop.open()
      late.join()
    }
    #expect(during.entries == ["visible [2], called []"])
    for handle in handles.entries { #expect(await handle.outcome().value != nil) }
    #expect(calls.entries.sorted() == [1, 2])
    #expect(values.state.latest == [1, 2])
  }

  @Test
  func `a write that is replaced before its edit is made leaves nothing, and the next one starts`()
    async
  {
    let (values, stop, calls) = (Values { [] }, Stop(at: 1), Log<Int>())
    values.set([])
    let mutation = Mutation(
      policy: MutationPolicy(overlap: .replace),
      editing: values,
      change: { (write: Int, value: inout [Int]) in
        stop.pass(write)
        value.append(write)
      },
      write: { (write: Int) async throws(LoadError) in calls.note(write) }
    )
    let newer = Log<LoadTask<Void, LoadError>>()
    let during = Log<[Int]>()
    await onOwnThread {
      let late = LateThread { _ = mutation.run(1) }
      stop.waitUntilReached()
      newer.note(mutation.run(2))
      during.note(values.state.latest ?? [])
      stop.open()
      late.join()
    }
    #expect(during.entries == [[2]])
    for handle in newer.entries { #expect(await handle.outcome().value != nil) }
    #expect(calls.entries == [2])
    #expect(values.state.latest == [2])
  }

  @Test(arguments: [MutationOverlap.serial, .replace])
  func `the saved edits are in the order in which the writes ran`(
    _ overlap: MutationOverlap
  ) async {
    let wrong = Log<String>()
    for _ in 0..<Self.rounds {
      let places = await Places()
      let log = Log<Int>()
      let mutation = Mutation(
        policy: MutationPolicy(overlap: overlap),
        editing: places.targets
      ) { (write: Int) async throws(LoadError) in
        log.note(write)
        if write % 2 == 0 { await suspend() }
      }
      let handles = Log<(write: Int, handle: LoadTask<Void, LoadError>)>()
      await onOwnThread {
        onThreads(2) { thread in
          for number in 1...15 {
            let write = thread * 100 + number
            handles.note((write, mutation.run(write)))
          }
        }
      }
      var saved: Set<Int> = []
      for (write, handle) in handles.entries {
        if case .loaded = await handle.outcome() { saved.insert(write) }
      }
      let expected = log.entries.filter(saved.contains)
      for (name, writes) in places.writes where writes != expected {
        wrong.note("\(name): \(writes ?? []), not \(expected)")
      }
    }
    #expect(wrong.entries == [])
  }

  private static let rounds = 150 * Stress.factor
}

/// A list, a loader and a key that record the writes.
private struct Places {
  struct Row: Identifiable, Sendable {
    let id: Int
    var writes: [Int] = []
  }

  private let list = PagedLoader<NoRequest, Int, Row, LoadError> { _ in
    Page([Row(id: 1)], next: nil)
  }
  private let loader = Loader<NoRequest, [Int], LoadError> { [] }
  private let cache = LoaderCache<Int, [Int], LoadError> { _ in [] }

  init() async {
    loader.set([])
    cache.set([], for: 1)
    _ = await list.load().outcome()
  }

  var targets: [MutationTarget<Int, Void>] {
    [
      .list(list) { write in [.change(1) { $0.writes.append(write) }] },
      .loader(loader) { $1.append($0) },
      .key(cache, of: { _ in 1 }) { $1.append($0) },
    ]
  }

  var writes: [(name: String, writes: [Int]?)] {
    [
      ("list", list.state.latest?.first?.writes), ("loader", loader.state.latest),
      ("key", cache.state(for: 1).latest),
    ]
  }
}

/// A place where the first thread that passes it with a number waits.
private final class Stop: Sendable {
  private let number: Int
  private let (reached, opened) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let isPassed = Log<Bool>()

  init(at number: Int) { self.number = number }

  func pass(_ number: Int) {
    guard number == self.number, isPassed.entries.isEmpty else { return }
    isPassed.note(true)
    reached.signal()
    opened.wait()
  }

  func waitUntilReached() { reached.wait() }
  func open() { opened.signal() }
}

/// A thread that ends with a body.
private struct LateThread {
  private let ended = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let ended = ended
    Thread {
      body()
      ended.signal()
    }.start()
  }

  func join() { ended.wait() }
}

private func suspend() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
}
