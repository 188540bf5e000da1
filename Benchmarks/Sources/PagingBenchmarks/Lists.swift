import Measuring
import ReactiveLoadable
import Synchronization

struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  let name: String
}

/// Lists that grow by pages of 20 rows, with an observer that retains the last list, like a view.
enum Lists {
  static let pageSize = 20

  /// Creates a loader of endless pages, which load without suspending.
  static func loader(
    pageSize: Int = pageSize
  ) -> PagedLoader<NoRequest, Int, Row, LoadError> {
    PagedLoader { (page: PageRequest<NoRequest, Int>) in
      let start = page.cursor ?? 0
      return Page(rows(from: start, pageSize: pageSize), offset: start, limit: pageSize)
    }
  }

  static func rows(from start: Int, pageSize: Int = pageSize) -> [Row] {
    (start..<(start + pageSize)).map { Row(id: $0, name: "a row of the list") }
  }

  /// Creates a loader with a list of `count` items.
  static func loader(
    of count: Int,
    pageSize: Int = pageSize
  ) -> PagedLoader<NoRequest, Int, Row, LoadError> {
    let loader = loader(pageSize: pageSize)
    for _ in 0..<(count / pageSize) { loader.next() }
    return loader
  }

  /// Grows a list from empty to `count` items; a repetition is one page.
  static func growing(to count: Int) -> Contender {
    Contender("growing to \(count)", repetitions: count / pageSize) { pages in
      let loader = loader()
      let view = View<PagedList<NoRequest, Row, LoadError>>()
      let observer = loader.states.sink { view.show($0.latest) }
      for _ in 0..<pages { loader.next() }
      withExtendedLifetime(observer) {}
    }
  }

  /// Grows an array in a subject, without ends, ids, keys or errors.
  static func growingArray(to count: Int) -> Contender {
    Contender("array growing to \(count)", repetitions: count / pageSize) { pages in
      let subject = CurrentValueSubject<[Row], Never>([])
      let view = View<[Row]>()
      let observer = subject.sink { view.show($0) }
      for page in 0..<pages { subject.value += rows(from: page * pageSize) }
      withExtendedLifetime(observer) {}
    }
  }

  /// Grows an array in a subject, with a set of ids that drops duplicates.
  static func growingSet(to count: Int) -> Contender {
    Contender("array and set growing to \(count)", repetitions: count / pageSize) { pages in
      let subject = CurrentValueSubject<[Row], Never>([])
      let view = View<[Row]>()
      var ids: Set<Int> = []
      let observer = subject.sink { view.show($0) }
      for page in 0..<pages {
        subject.value += rows(from: page * pageSize).filter { ids.insert($0.id).inserted }
      }
      withExtendedLifetime(observer) {}
    }
  }

  /// A row in the middle becomes visible.
  static func seeing(_ count: Int) -> Contender {
    let loader = loader(of: count)
    return Contender("seeing in \(count)", repetitions: 20_000) { times in
      for time in 0..<times { loader.visible(at: count / 2 + time % 8) }
    }
  }

  static func seeingItem(_ count: Int) -> Contender {
    let loader = loader(of: count)
    return Contender("seeing an item in \(count)", repetitions: 20_000) { times in
      for time in 0..<times { loader.visible(count / 2 + time % 8) }
    }
  }

  /// Publishes states with unchanged items.
  static func publishing(_ count: Int) -> Contender {
    let loader =
      PagedLoader { (page: PageRequest<NoRequest, Int>) async throws(LoadError) in
        if page.cursor == count { throw LoadError(CancellationError()) }
        return Page(rows(from: page.cursor ?? 0), offset: page.cursor ?? 0, limit: pageSize)
      } as PagedLoader<NoRequest, Int, Row, LoadError>
    for _ in 0..<(count / pageSize) { loader.next() }
    return Contender("publishing \(count)", repetitions: 5_000) { times in
      for _ in 0..<times { loader.next() }
    }
  }

  /// Appends pages to a list of `count` items, while a view retains the previous list.
  static func appending(to count: Int, pageSize: Int = pageSize) -> Contender {
    let loader = loader(of: count, pageSize: pageSize)
    let view = View<PagedList<NoRequest, Row, LoadError>>()
    let observer = loader.states.sink { view.show($0.latest) }
    return Contender("appending to \(count)", repetitions: 500) { pages in
      for _ in 0..<pages { loader.next() }
      withExtendedLifetime(observer) {}
    }
  }

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

  /// Appends pages to a list with unsaved insertions, which are made again.
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

  /// Grows lists from empty to `count` items; a repetition is a list.
  static func filling(to count: Int, pageSize: Int) -> Contender {
    Contender("filling by \(pageSize)", repetitions: 1) { lists in
      for _ in 0..<lists {
        let loader = loader(of: count, pageSize: pageSize)
        precondition(loader.state.value?.count == count)
      }
    }
  }

  static func editing(_ count: Int) -> Contender {
    let loader = loader(of: count)
    return Contender("editing in \(count)", repetitions: 20) { times in
      for time in 0..<times { loader.edit(count / 2 + time) { $0 = Row(id: $0.id, name: "new") } }
    }
  }

  static func reading(_ count: Int) -> Contender {
    let list = loader(of: count).state.value
    return Contender("reading", repetitions: count) { _ in
      var sum = 0
      if let list { for row in list { sum &+= row.id } }
      precondition(sum > 0)
    }
  }

  /// Reads items by index, spread over the list.
  static func indexing(_ count: Int) -> Contender {
    let list = loader(of: count).state.value
    return Contender("indexing", repetitions: count) { times in
      var sum = 0
      if let list { for time in 0..<times { sum &+= list[time * 7_919 % count].id } }
      precondition(sum > 0)
    }
  }

  /// Iterates a list repeatedly, for `count` items in total.
  static func iterating(_ count: Int) -> Contender {
    let list = loader(of: count).state.value
    return Contender("iterating", repetitions: count) { times in
      var sum = 0
      for _ in 0..<(times / count) { if let list { for row in list { sum &+= row.id } } }
      precondition(sum > 0)
    }
  }

  static func readingArray(_ count: Int) -> Contender {
    let list = Array(loader(of: count).state.value ?? .init(key: NoRequest(), []))
    return Contender("reading an array", repetitions: count) { _ in
      var sum = 0
      for row in list { sum &+= row.id }
      precondition(sum > 0)
    }
  }
}

/// A view that retains the value that it shows.
final class View<Shown: Sendable>: Sendable {
  private let shown = Mutex<Shown?>(nil)

  func show(_ new: Shown?) { shown.withLock { $0 = new } }
}
