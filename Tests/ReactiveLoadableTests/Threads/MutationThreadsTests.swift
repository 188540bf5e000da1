import Foundation
import ReactiveLoadable
import Testing

@Suite("Threads: mutations under real threads (M1-M12)", .serialized) struct MutationThreadsTests {
  static let runs = 1_000

  @Test(arguments: [MutationOverlap.serial, .concurrent])
  func `each of a thousand runs from eight threads is written once`(overlap: MutationOverlap) async
  {
    let storm = MutationStorm(MutationPolicy(overlap: overlap, historyLimit: Self.runs))
    let handles = storm.run(Self.runs, threads: 8)
    for (input, handle) in handles { #expect(await handle.outcome() == .loaded(input)) }
    #expect(storm.started.entries.sorted() == Array(0..<Self.runs))
    #expect(storm.mutation.history.value.map(\.input).sorted() == Array(0..<Self.runs))
    if overlap == .serial {
      #expect(storm.started.entries == storm.mutation.history.value.map(\.input))
      #expect(!storm.overlap.isSeen)
    }
    #expect(!storm.mutation.state.isLoading)
  }

  @Test(arguments: [MutationOverlap.ignore, .replace])
  func `each of a thousand runs ends once, and none overlap`(overlap: MutationOverlap) async {
    let storm = MutationStorm(MutationPolicy(overlap: overlap, historyLimit: Self.runs))
    var written = 0
    for (input, handle) in storm.run(Self.runs, threads: 8) {
      switch await handle.outcome() {
      case .loaded(let output):
        #expect(output == input)
        written += 1
      case .replaced: #expect(overlap == .replace)
      case .skipped: #expect(overlap == .ignore)
      case .failed, .cancelled, .abandoned: Issue.record("an impossible outcome of a write")
      }
    }
    #expect(written > 0)
    #expect(!storm.overlap.isSeen)
    if overlap == .replace {
      #expect(storm.mutation.history.value.last?.outcome?.value != nil, "the newest write was lost")
    }
  }

  @Test(arguments: MutationOverlap.allCases)
  func `cancels, resets and handles from all threads leave no leaks`(
    overlap: MutationOverlap
  ) async {
    let storm = MutationStorm(MutationPolicy(overlap: overlap, historyLimit: 3))
    let seen = StatesSeen()
    let subscriptions = [
      storm.mutation.states.sink { seen.states.note($0) },
      storm.mutation.history.sink { seen.history.note($0) },
    ]
    let handles = Log<LoadTask<Int, Never>>()
    onThreads(4) { id in
      var random = SeededGenerator(UInt64(id))
      for input in 0..<300 * Stress.factor {
        switch random.below(20) {
        case 0: storm.mutation.cancel()
        case 1: storm.mutation.reset()
        case 2..<5: handles.entries.last?.cancel()
        default: handles.note(storm.mutation.run(input))
        }
      }
    }
    for handle in handles.entries { #expect(await handle.outcome() != .abandoned) }
    let last = storm.mutation.run(-1)
    _ = await last.outcome()
    #expect(!storm.mutation.state.isLoading, "loading with no work")
    // A concurrent write does not wait until the work of a cancelled one has returned.
    if overlap != .concurrent {
      #expect(!storm.overlap.isSeen)
      #expect(storm.started.entries == storm.ended.entries)
    }
    withExtendedLifetime(subscriptions) {}
  }

  @Test(arguments: [MutationPolicy.WhenReleased.finish, .cancel])
  func `a mutation dropped at any time ends all waiting calls`(
    whenReleased: MutationPolicy.WhenReleased
  ) async {
    for round in 0..<200 * Stress.factor {
      let gate = Gate()
      let overlap = MutationOverlap.allCases[round % 4]
      let written = Log<Int>()
      let policy = MutationPolicy(overlap: overlap, whenReleased: whenReleased)
      let share = TwoHolders(
        Mutation(policy: policy) { (input: Int) -> Int in
          if round % 3 == 0 { await gate.wait() }
          written.note(input)
          return input
        }
      )
      let handles = Log<LoadTask<Int, Never>>()
      onThreads(2) { id in
        guard let mutation = share.take(id) else { return }
        for input in 0..<3 { handles.note(mutation.run(3 * id + input)) }
      }
      gate.open()
      for handle in handles.entries { #expect(await handle.outcome() != .abandoned) }
      if overlap == .serial, whenReleased == .finish {
        #expect(written.entries.sorted() == Array(0..<6), "a write was lost")
      }
    }
  }

  @Test func `every observer of the history sees it in order`() async {
    let mutation = Mutation(policy: MutationPolicy(historyLimit: .max)) { (input: Int) in
      if input % 3 == 0 { await Task {}.value }
      return input
    }
    let (first, second) = (StatesSeen(), StatesSeen())
    let subscriptions = [first, second].map { seen in
      mutation.history.sink { seen.history.note($0) }
    }
    let handles = Log<LoadTask<Int, Never>>()
    onThreads(4) { id in for input in 0..<100 { handles.note(mutation.run(100 * id + input)) } }
    for handle in handles.entries { _ = await handle.outcome() }
    for seen in [first, second] {
      let known = seen.history.entries.map(\.count)
      let ended = seen.history.entries.map { $0.count { !$0.isOpen } }
      #expect(known == known.sorted(), "a later history was seen before an earlier one")
      #expect(ended == ended.sorted(), "a later history was seen before an earlier one")
    }
    #expect(mutation.history.value.count { $0.isOpen } == 0)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `threads that access the history first all see every write`() async {
    for _ in 0..<200 * Stress.factor {
      let mutation = Mutation { (input: Int) in input }
      let seen = StatesSeen()
      let (views, handles) = (
        Log<ReadOnlyRelay<[MutationRecord<Int, Int, Never>]>>(), Log<LoadTask<Int, Never>>()
      )
      onThreads(4) { id in
        if id < 2 {
          for input in 0..<3 { handles.note(mutation.run(3 * id + input)) }
        } else {
          views.note(mutation.history)
        }
      }
      let subscription = views.entries.first?.sink { seen.history.note($0) }
      for handle in handles.entries { _ = await handle.outcome() }
      for view in views.entries {
        #expect(view.value.map(\.input).sorted() == Array(0..<6))
        #expect(view.value.allSatisfy { !$0.isOpen })
      }
      #expect(seen.history.entries.last?.count == 6)
      withExtendedLifetime(subscription) {}
    }
  }
}

/// The states that observers have received.
private final class StatesSeen: Sendable {
  let states = Log<Loadable<Int, Never>>()
  let history = Log<[MutationRecord<Int, Int, Never>]>()
}

/// A mutation whose work suspends sometimes, and records starts, ends and overlaps.
private final class MutationStorm: Sendable {
  let started = Log<Int>()
  let ended = Log<Int>()
  let overlap = Overlap()
  let mutation: Mutation<Int, Int, Never>

  init(_ policy: MutationPolicy) {
    mutation = Mutation(policy: policy) { [started, ended, overlap] input in
      overlap.enter()
      started.note(input)
      if input % 3 == 0 { await Task {}.value }
      ended.note(input)
      overlap.leave()
      return input
    }
  }

  /// Runs the inputs from 0 on, shared among the threads.
  func run(_ count: Int, threads: Int) -> [(Int, LoadTask<Int, Never>)] {
    let handles = Log<(Int, LoadTask<Int, Never>)>()
    onThreads(threads) { id in
      for input in stride(from: id, to: count, by: threads) {
        handles.note((input, self.mutation.run(input)))
      }
    }
    return handles.entries
  }
}

/// Records whether two tasks are ever inside at the same time.
private final class Overlap: @unchecked Sendable {
  // SAFETY: both are touched only while the lock is held.
  private var inside = 0
  private var most = 0
  private let lock = NSLock()

  var isSeen: Bool { lock.withLock { most > 1 } }

  func enter() {
    lock.withLock {
      inside += 1
      most = max(most, inside)
    }
  }

  func leave() { lock.withLock { inside -= 1 } }
}

/// One reference for each of two threads; the object is released with both.
private final class TwoHolders<Object: Sendable>: @unchecked Sendable {
  // SAFETY: each thread touches its own property only.
  private var first: Object?
  private var second: Object?

  init(_ object: Object) { (first, second) = (object, object) }

  func take(_ id: Int) -> Object? { id == 0 ? first.take() : second.take() }
}
