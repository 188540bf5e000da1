import ReactiveLoadable

@testable import ReactiveLoading
@testable import ReactivePaging

/// A write of the explored orders.
struct UnsavedWrite {
  enum Kind: CaseIterable { case change, remove, move, insertFirst, insertEnd, insertLast }

  let number: Int
  let kind: Kind
  /// The key of the list into which it inserts; `nil` before the first list.
  var key: String?

  var id: LoadEditID { LoadEditID(mutation: 1, write: UInt(number)) }

  /// The edits; those of an answer that differs from the write insert another row.
  func edits(otherwise: Bool = false) -> [ListEdit<Row>] {
    let new = Row(id: (otherwise ? 20 : 10) + number)
    return switch kind {
    case .change: [2, 3].map { row in .change(row) { $0.text += "\(number)" } }
    case .remove: [.remove(1)]
    case .move: [.move(1, to: .after(3))]
    case .insertFirst: [.insert(new, at: .start)]
    case .insertEnd: [.insert(new, at: .end)]
    case .insertLast: [.insert(new, at: .afterLastPage)]
    }
  }

  var editor: ListEditor<Row> {
    ListEditor(confirms: true) { _, output, new in new = edits(otherwise: output != nil) }
  }

  /// Applies the edits to the rows of a visible list.
  func apply(to rows: inout [Row], of list: String) {
    let belongs = key ?? list == list
    switch kind {
    case .change:
      for place in rows.indices where [2, 3].contains(rows[place].id) {
        rows[place].text += "\(number)"
      }
    case .remove: rows.removeAll { $0.id == 1 }
    case .move:
      guard let row = rows.first(where: { $0.id == 1 }), rows.contains(where: { $0.id == 3 })
      else { return }
      rows.removeAll { $0.id == 1 }
      if let place = rows.firstIndex(where: { $0.id == 3 }) { rows.insert(row, at: place + 1) }
    case .insertFirst where belongs:
      rows.removeAll { $0.id == 10 + number }
      rows.insert(Row(id: 10 + number), at: 0)
    case .insertEnd where belongs:
      rows.removeAll { $0.id == 10 + number }
      rows.append(Row(id: 10 + number))
    case .insertLast where belongs:
      let new = Row(id: 10 + number)
      if let place = rows.firstIndex(where: { $0.id == new.id }) {
        rows[place] = new
      } else {
        rows.append(new)
      }
    case .insertFirst, .insertEnd, .insertLast: break
    }
  }
}

/// Two lists of five rows on a server, in three pages.
struct UnsavedServer {
  private var lists =
    ["a": [[1, 2], [3, 4], [5]], "b": [[1, 2], [3, 4], [5]]] as [String: [[Row]]]

  func page(_ number: Int, of key: String) -> RowPage {
    let pages = lists[key] ?? []
    return RowPage(pages[number], next: number + 1 < pages.count ? number + 1 : nil)
  }

  /// Performs a saved edit; a moved row stays on its page.
  mutating func perform(_ edit: ListEdit<Row>, of key: String) {
    for list in lists.keys where !edit.isInsertion || list == key {
      guard var pages = lists[list] else { continue }
      for number in pages.indices { pages[number].perform(edit) }
      if case .insert(let row, let place) = edit {
        if place == .start { pages[0].insert(row, at: 0) } else { pages[2].append(row) }
      }
      lists[list] = pages
    }
  }
}

extension [Row] {
  fileprivate mutating func perform(_ edit: ListEdit<Row>) {
    switch edit {
    case .change(let id, let change):
      for place in indices where self[place].id == id { change(&self[place]) }
    case .remove(let id): removeAll { $0.id == id }
    case .move, .insert: break
    }
  }
}
