import Measuring
import ReactiveLoadable

/// The calls of cells, and of the screens that show them as rows.
enum Cells {
  private typealias Loader = PagedLoader<NoRequest, Int, Row, LoadError>

  private static func rows(_ loader: Loader) -> PagedRows<NoRequest, Row, LoadError> {
    loader.rows { Row(id: $0.id, name: $0.name) }
  }

  private static func sections(
    _ loader: Loader
  ) -> PagedRows<NoRequest, SectionedRow<Int, Row>, LoadError> {
    loader.sectionedRows { $0.id / 50 }
  }

  /// A row in the middle of mapped rows becomes visible.
  static func seeingRow(_ count: Int) -> Contender {
    let rows = rows(Lists.loader(of: count))
    return Contender("seeing a row of \(count)", repetitions: 2_000) { times in
      for time in 0..<times { rows.visible(count / 2 + time % 8) }
    }
  }

  /// An item in the middle changes, and its row with it.
  static func editingRow(_ count: Int) -> Contender {
    let loader = Lists.loader(of: count)
    let rows = rows(loader)
    return Contender("editing a row of \(count)", repetitions: 20) { times in
      for time in 0..<times { loader.edit(count / 2 + time) { $0 = Row(id: $0.id, name: "new") } }
      precondition(rows.state.value?.count == count)
    }
  }

  static func editingSections(_ count: Int) -> Contender {
    let loader = Lists.loader(of: count)
    let rows = sections(loader)
    return Contender("editing sections of \(count)", repetitions: 20) { times in
      for time in 0..<times { loader.edit(count / 2 + time) { $0 = Row(id: $0.id, name: "new") } }
      precondition(rows.state.value?.count == count + count / 50)
    }
  }

  /// Appends pages, with their rows.
  static func appendingRows(to count: Int) -> Contender {
    let loader = Lists.loader(of: count)
    let rows = rows(loader)
    return Contender("appending rows to \(count)", repetitions: 20) { times in
      for _ in 0..<times { loader.next() }
      precondition(rows.state.value?.isEmpty == false)
    }
  }

  static func appendingSections(to count: Int) -> Contender {
    let loader = Lists.loader(of: count)
    let rows = sections(loader)
    return Contender("appending sections to \(count)", repetitions: 20) { times in
      for _ in 0..<times { loader.next() }
      precondition(rows.state.value?.isEmpty == false)
    }
  }

  /// Edits an item, with a subscriber to the changes.
  static func drawing(_ count: Int) -> Contender {
    let loader = Lists.loader(of: count)
    let observer = loader.states.withChanges().sink { precondition(!$0.changes.isEmpty) }
    return Contender("drawing an edit of \(count)", repetitions: 20) { times in
      for time in 0..<times {
        loader.edit(count / 2 + time) { $0 = Row(id: $0.id, name: $0.name + "new") }
      }
      withExtendedLifetime(observer) {}
    }
  }

  /// Compares lists before and after an edit.
  static func equating(_ count: Int) -> Contender {
    let loader = PagedLoader<NoRequest, Int, Row, Never>(failure: { _ in preconditionFailure() }) {
      (page: PageRequest<NoRequest, Int>) async throws(Never) in
      Page(Lists.rows(from: page.cursor ?? 0), offset: page.cursor ?? 0, limit: Lists.pageSize)
    }
    for _ in 0..<(count / Lists.pageSize) { loader.next() }
    let old = loader.state.value
    loader.edit(count / 2) { $0 = Row(id: $0.id, name: $0.name) }
    let new = loader.state.value
    return Contender("equating \(count)", repetitions: 20) { times in
      for _ in 0..<times { precondition(old == new) }
    }
  }
}
