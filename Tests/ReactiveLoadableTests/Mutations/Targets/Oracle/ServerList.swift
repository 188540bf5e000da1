import ReactiveLoadable
import TestSupport

/// An edit of a row of each list of a write.
enum RowEdit: Hashable, Sendable {
  case change(Int)
  case remove(Int)
  /// Moves a row before or behind the other one of its page.
  case move(Int)
  /// Inserts a row, whose id the server chooses.
  case insertFirst
  case insertLast

  init(_ random: inout SeededGenerator) {
    let row = random.below(ServerList.rowCount)
    let edits: [Self] = [
      .change(row), .change(row), .change(row), .remove(row), .move(row), .insertFirst, .insertLast,
    ]
    self = edits[random.below(edits.count)]
  }
}

extension Write {
  /// The edits of a list by the write, in flight or saved.
  func edits(of list: String, areSaved: Bool = false) -> [ListEdit<Row>] {
    let (first, mark) = (ServerList.first(of: list), "\(areSaved ? "k" : "c")\(id),")
    let new = Row(id: areSaved ? ServerList.newRow(of: list, id) : -id)
    return switch rowEdit {
    case .change(let row): [.change(first + row) { $0.text += mark }]
    case .remove(let row): [.remove(first + row)]
    case .move(let row) where row % 2 == 0: [.move(first + row, to: .after(first + row + 1))]
    case .move(let row): [.move(first + row, to: .before(first + row - 1))]
    case .insertFirst: [.insert(new, at: .start)]
    case .insertLast: [.insert(new, at: .afterLastPage)]
    }
  }
}

/// The rows of a list on the server, in pages.
struct ServerList: Sendable {
  static let keys = ["a", "b"]
  static let rowCount = 6
  static let all = Dictionary(uniqueKeysWithValues: keys.map { ($0, Self($0)) })

  let key: String
  var pages: [[Row]]

  private init(_ key: String) {
    self.key = key
    let first = Self.first(of: key)
    pages = stride(from: first, to: first + Self.rowCount, by: 2).map {
      [Row(id: $0), Row(id: $0 + 1)]
    }
  }

  static func first(of key: String) -> Int { key == "a" ? 100 : 200 }
  static func newRow(of key: String, _ write: Int) -> Int { first(of: key) * 100 + write }

  func page(_ number: Int) -> RowPage {
    RowPage(pages[number], next: number + 1 < pages.count ? number + 1 : nil)
  }

  mutating func perform(_ write: Write) {
    let first = Self.first(of: key)
    let new = Row(id: Self.newRow(of: key, write.id))
    switch write.rowEdit {
    case .change(let row): change(first + row) { $0[$1].text += "s\(write.id)," }
    case .remove(let row): change(first + row) { $0.remove(at: $1) }
    case .move(let row):
      let other = row % 2 == 0 ? row + 1 : row - 1
      change(first + row) { rows, place in
        guard let neighbor = rows.firstIndex(where: { $0.id == first + other }) else { return }
        let moved = rows.remove(at: place)
        rows.insert(moved, at: neighbor)
      }
    case .insertFirst: pages[0].insert(new, at: 0)
    case .insertLast: pages[pages.count - 1].append(new)
    }
  }

  private mutating func change(_ id: Int, _ body: (inout [Row], Int) -> Void) {
    for number in pages.indices {
      guard let place = pages[number].firstIndex(where: { $0.id == id }) else { continue }
      body(&pages[number], place)
    }
  }

  /// Returns how a settled list differs from this one, not counting the order of rows and writes.
  func difference(from state: KeyedState) -> String? {
    guard let list = state.latest else { return "no list" }
    let all = Dictionary(uniqueKeysWithValues: pages.joined().map { ($0.id, $0.writes) })
    for row in list where all[row.id] != row.writes { return "\(row) differs from \(pages)" }
    if case .complete = list.append, list.count != all.count {
      return "\(list.count) rows, and \(all.count) on the server"
    }
    return nil
  }
}

extension Row {
  /// The numbers of the writes that have changed it.
  fileprivate var writes: Set<Int> {
    Set(text.split(separator: ",").compactMap { Int($0.dropFirst()) })
  }
}
