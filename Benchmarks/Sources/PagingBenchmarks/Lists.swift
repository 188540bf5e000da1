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
