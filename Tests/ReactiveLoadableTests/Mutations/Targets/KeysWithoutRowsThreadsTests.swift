import Foundation
import ReactiveLoadable
import TestSupport
import Testing

/// Writes on several threads edit keys without rows, whose loaders only the edits keep (L21).
@Suite struct KeysWithoutRowsThreadsTests {
  private typealias Cache = LoaderCache<Int, [Int], LoadError>

  @Test(arguments: [MutationOverlap.serial, .replace])
  func `every key has exactly the saved edits, however late a start is`(
    _ overlap: MutationOverlap
  ) async {
    let wrong = Log<Set<Int>>()
    for _ in 0..<Self.rounds {
      let caches = (0..<6).map { _ in Cache { _ in [] } }
      for cache in caches { cache.set([], for: 1) }
      let mutation = Mutation(
        policy: MutationPolicy(overlap: overlap),
        editing: caches.map { cache in
          .key(cache, of: { (_: Int) in 1 }) { write, value in value.append(write) }
        }
      ) { write in
        if write % 3 == 0 { await suspend() }
        if write % 2 == 0 { throw CocoaError(.featureUnsupported) }
      }
      let handles = Log<(write: Int, handle: LoadTask<Void, LoadError>)>()
      await onOwnThread {
        onThreads(2) { thread in
          for number in 0..<12 {
            let write = thread * 100 + number
            handles.note((write, mutation.run(write)))
          }
        }
      }
      var saved: Set<Int> = []
      for (write, handle) in handles.entries {
        if case .loaded = await handle.outcome() { saved.insert(write) }
      }
      for cache in caches {
        let value = Set(cache.state(for: 1).latest ?? [])
        if value != saved { wrong.note(value.symmetricDifference(saved)) }
      }
    }
    #expect(wrong.entries == [])
  }

  /// A start was late in one of 20 rounds.
  private static let rounds = 100
}

private func suspend() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
}
