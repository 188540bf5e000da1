import Measuring
import ReactiveLoadable
import Synchronization

// Lists with edits by writes in flight.

extension Lists {
  /// Appends pages to a list of `count` items, of which `edits` have an unsaved edit.
  static func appending(to count: Int, unsaved edits: Int) -> Contender {
    let loader = loader(of: count)
    let view = View<PagedList<NoRequest, Row, LoadError>>()
    let observer = loader.states.sink { view.show($0.latest) }
    let rename = renaming(loader) { _ in try await Task.sleep(for: .seconds(86_400)) }
    for edit in 0..<edits { rename.run(edit * count / edits) }
    return Contender("appending to \(count) with \(edits) edits", repetitions: 500) { pages in
      for _ in 0..<pages { loader.next() }
      withExtendedLifetime((observer, rename)) {}
    }
  }

  /// Edits an item by a write that is saved immediately.
  static func writing(_ count: Int) -> Contender {
    let loader = loader(of: count)
    let rename = renaming(loader) { _ in }
    return Contender("writing in \(count)", repetitions: 20) { times in
      for time in 0..<times { rename.run(count / 2 + time) }
    }
  }

  /// Inserts an item, and cancels the oldest write, while others are in flight.
  static func rollingBack(after others: Int) -> Contender {
    let loader = loader(of: 1_000)
    let insert = inserting(loader)
    let oldest = Mutex((0..<others).map { insert.run(-1 - $0) }[...])
    let count = Mutex(others)
    return Contender("rollback after \(others)", repetitions: 100) { times in
      for _ in 0..<times {
        let id = count.withLock { count in
          count += 1
          return count
        }
        oldest.withLock { all in
          all.append(insert.run(-id))
          return all.removeFirst()
        }.cancel()
      }
      precondition(loader.state.value?.count == 1_000 + others)
    }
  }

  /// Starts an edit of an item by a write, and saves the oldest one, while others are in flight.
  static func saving(after others: Int) -> AsyncContender {
    let loader = loader(of: 10_000)
    let held = HeldWrites()
    let rename = renaming(loader) { _ in await held.wait() }
    let oldest = Mutex((0..<others).map { rename.run($0) }[...])
    return AsyncContender("saving after \(others)", repetitions: 20) { times in
      for time in 0..<times {
        let write = oldest.withLock { all in
          all.append(rename.run((others + time) % 10_000))
          return all.removeFirst()
        }
        held.endOldest()
        await write.outcome()
      }
      withExtendedLifetime(loader) {}
    }
  }

  /// Inserts items, and cancels the writes in the order of their starts.
  static func failing(_ count: Int) -> Contender {
    Contender("failing \(count)", repetitions: 1) { times in
      for _ in 0..<times {
        let loader = loader(of: 1_000)
        let insert = inserting(loader)
        let writes = (0..<count).map { insert.run(-1 - $0) }
        for write in writes { write.cancel() }
        precondition(loader.state.value?.count == 1_000)
      }
    }
  }

  /// Appends pages to a list with unsaved insertions.
  static func appending(afterInsertions count: Int) -> Contender {
    let loader = loader(of: 1_000)
    let insert = inserting(loader)
    for id in 0..<count { insert.run(-1 - id) }
    return Contender("appending after \(count)", repetitions: 5) { pages in
      for _ in 0..<pages { loader.next() }
      withExtendedLifetime(insert) {}
    }
  }

  private static func inserting(
    _ loader: PagedLoader<NoRequest, Int, Row, LoadError>
  ) -> Mutation<Int, Void, LoadError> {
    Mutation(policy: MutationPolicy(overlap: .concurrent), editing: loader) { id in
      [.insert(Row(id: id, name: "new"), at: .start)]
    } write: { _ in
      try await Task.sleep(for: .seconds(86_400))
    }
  }

  private static func renaming(
    _ loader: PagedLoader<NoRequest, Int, Row, LoadError>,
    _ write: @escaping @Sendable (Int) async throws -> Void
  ) -> Mutation<Int, Void, LoadError> {
    Mutation(policy: MutationPolicy(overlap: .concurrent), editing: loader) { id in
      [.change(id) { $0 = Row(id: $0.id, name: "new") }]
    } write: { id in
      try await write(id)
    }
  }
}

/// Writes that are in flight until they are ended, the oldest one first.
private final class HeldWrites: Sendable {
  private let waiting = Mutex<ArraySlice<CheckedContinuation<Void, Never>>>([])

  func wait() async {
    await withCheckedContinuation { write in waiting.withLock { $0.append(write) } }
  }

  func endOldest() { waiting.withLock { $0.removeFirst() }.resume() }
}
