import Foundation
import ReactiveLoadable
import TestSupport
import Testing

/// Writes of several threads that edit two loaders and a key of a cache, whose states are read in
/// every delivery, by new subscribers, and by a thread that reads all the time.
///
/// A write never goes back: it is unknown, pending, then done or rolled back. So code that finds it in
/// one target must find it at least as far in all targets that it reads afterwards.
@Suite("Threads: several targets of a mutation (L21)", .serialized)
struct SeveralTargetsThreadsTests {
  @Test func `no code finds a step of a write in one target only`() async {
    let world = World()
    let mutation = world.mutation
    let rounds = 300 * Stress.factor
    let handles = Log<LoadTask<Int, Refused>>()
    await onOwnThread {
      onThreads(5) { thread in
        switch thread {
        case 0..<3:
          for round in 0..<rounds { handles.note(mutation.run(thread * rounds + round)) }
        case 3: for _ in 0..<rounds { world.makeNoise() }
        default: for _ in 0..<rounds { world.read() }
        }
      }
    }
    for handle in handles.entries { _ = await handle.outcome() }
    #expect(world.halves.entries == [])
    let expected = Set((0..<(3 * rounds)).filter { !Refused.isOf($0) })
    for place in 0..<3 {
      #expect(world.values(place)?.done == expected)
      #expect(world.values(place)?.pending == [])
    }
    #expect(world.deliveries.entries.count > 3 * rounds)
  }
}

private struct Refused: Error {
  static func isOf(_ write: Int) -> Bool { write % 3 == 0 }
}

/// The writes that a target shows.
private struct Shown: Sendable {
  var pending: Set<Int> = []
  var done: Set<Int> = []
}

/// Three targets, and the observers of each.
private final class World: Sendable {
  typealias Values = Loader<NoRequest, Shown, Refused>

  private let first = Values { () async throws(Refused) in Shown() }
  private let second = Values { () async throws(Refused) in Shown() }
  private let keys = LoaderCache { (_: Int) async throws(Refused) in Shown() }
  let mutation: Mutation<Int, Int, Refused>
  /// The writes of which a target showed a step that another one did not show afterwards.
  let halves = Log<String>()
  let deliveries = Log<Int>()
  private let owned = Log<Retained>()
  private let interest: LoadInterest<Int, Shown, Refused>

  init() {
    let change: @Sendable (Int, inout Shown) -> Void = { $1.pending.insert($0) }
    let confirm: @Sendable (Int, Int, inout Shown) -> Void = { $2.done.insert($0) }
    mutation = Mutation(
      policy: MutationPolicy(overlap: .concurrent),
      editing: [
        .loader(first, change: change, confirm: confirm),
        .key(keys, of: { _ in 1 }, change: change, confirm: confirm),
        .loader(second, change: change, confirm: confirm),
      ],
      write: { write async throws(Refused) in
        // Every second write ends on another thread.
        if write % 2 == 0 { await suspend() }
        if Refused.isOf(write) { throw Refused() }
        return write
      }
    )
    first.set(Shown())
    second.set(Shown())
    keys.set(Shown(), for: 1)
    interest = keys.interest(in: 1)
    for place in 0..<3 { observe(place) }
  }

  func values(_ place: Int) -> Shown? {
    switch place {
    case 0: first.state.latest
    case 1: keys.state(for: 1).latest
    default: second.state.latest
    }
  }

  private func states(_ place: Int) -> ReadOnlyRelay<Loadable<Shown, Refused>> {
    switch place {
    case 0: return first.states
    case 1: return interest.states
    default: return second.states
    }
  }

  private func observe(_ place: Int) {
    let seen = Log<Set<Int>>()
    let subscription = states(place).sink { [unowned self] state in
      guard let shown = state.latest else { return }
      deliveries.note(place)
      // A write that an earlier delivery has shown, and this one does not, is rolled back.
      let last = seen.entries.last ?? []
      let rolledBack = last.subtracting(shown.pending).subtracting(shown.done)
      seen.note(shown.pending)
      compare("a delivery of \(place)", shown, rolledBack: rolledBack)
    }
    owned.note(Retained(subscription))
  }

  /// Compares what a target has shown with what all others show now.
  private func compare(_ moment: String, _ shown: Shown, rolledBack: Set<Int> = []) {
    for place in 0..<3 {
      guard let other = values(place) else { continue }
      if !shown.done.isSubset(of: other.done) { halves.note("\(moment): not done in \(place)") }
      let known = shown.pending.filter { !Refused.isOf($0) }
      if !known.isSubset(of: other.pending.union(other.done)) {
        halves.note("\(moment): not pending in \(place)")
      }
      if !rolledBack.isDisjoint(with: other.pending) {
        halves.note("\(moment): not rolled back in \(place)")
      }
    }
  }

  /// Reads one target and then the others, and subscribes to one.
  func read() {
    for place in 0..<3 {
      if let shown = values(place) { compare("a read of \(place)", shown) }
      states(place).prefix(1).sink { [unowned self] state in
        if let shown = state.latest { compare("a subscription to \(place)", shown) }
      }.cancel()
    }
  }

  /// Changes targets in other ways, so that steps are overtaken and values wait in queues.
  func makeNoise() {
    first.edit { _ in }
    keys.edit({ _ in }, for: 1)
    second.invalidate()
    second.edit { _ in }
  }
}

// SAFETY: it is never touched.
private final class Retained: @unchecked Sendable {
  private let object: AnyCancellable
  init(_ object: AnyCancellable) { self.object = object }
}

/// Suspends, and continues on another thread.
private func suspend() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
}
