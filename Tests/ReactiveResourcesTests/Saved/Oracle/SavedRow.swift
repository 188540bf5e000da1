import Foundation
import ReactiveLoadable
import ReactiveResources

/// A row of a list: the call of the server that its page comes from, and its edits.
struct SavedRow: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  let key: Int
  /// The number of the call, or of the insertion.
  let serial: Int
  /// The page of the row, counted from the first one; `nil` for an inserted row.
  let page: Int?
  var edits = 0
}

typealias SavedPage = Page<Int, SavedRow>
typealias SavedList = PagedList<Int, SavedRow, LoadError>
typealias SavedListState = LoadState<SavedList>

/// A cursor: the call that has returned it, and the page that it leads to.
struct SavedCursor: Equatable {
  let serial: Int
  let page: Int

  var value: Int { serial * 100 + page + 50 }

  init(_ serial: Int, _ page: Int) { (self.serial, self.page) = (serial, page) }
  init(_ value: Int) { (serial, page) = (value / 100, value % 100 - 50) }
}

extension SavedPage {
  /// The pages of the server.
  private static var pages: ClosedRange<Int> { -2...3 }

  /// A page of the server, with two rows.
  init(of key: Int, _ page: Int, serial: Int) {
    let id = key * 1000 + (page + 50) * 10
    self.init(
      (0..<2).map { SavedRow(id: id + $0, key: key, serial: serial, page: page) },
      next: Self.cursor(serial, page + 1),
      previous: Self.cursor(serial, page - 1)
    )
  }

  private static func cursor(_ serial: Int, _ page: Int) -> Int? {
    pages.contains(page) ? SavedCursor(serial, page).value : nil
  }

  /// True if the rows and the next cursor come from one call, for this page of a key.
  func isWhole(_ key: Int, _ page: Int) -> Bool {
    let loaded = items.filter { $0.page != nil }
    guard let serial = loaded.first?.serial else { return false }
    return loaded.allSatisfy { $0.serial == serial && $0.page == page }
      && items.allSatisfy { $0.key == key } && next == Self.cursor(serial, page + 1)
  }
}

extension SavedValues<Int, [SavedPage]> {
  static func lists(in store: RestartStore, _ run: RestartRun) -> Self {
    .json(version: 1, pages: run.script.pages, in: store, wallClock: run.wallClock) { "v/\($0)" }
  }
}

extension [SavedPage] {
  init?(_ record: ResourceRecord?) {
    guard let record, let pages = try? JSONDecoder().decode(Self.self, from: record.body) else {
      return nil
    }
    self = pages
  }

  var rows: [SavedRow] { flatMap(\.items) }
}
