import ReactiveLoadable

// The parts of pages in flight.

extension PagedReference {
  /// A part of a page at an end.
  struct Part {
    let page: RowPage
    let call: Int
    /// The edits of its rows.
    var edits: [ListEdit<Row>] = []
  }

  /// The visible list, without the unsaved edits.
  var confirmed: List? {
    if let part = load?.part { return part }
    return load?.shows == false ? nil : list?.withParts.list
  }

  mutating func reports(call: Int, _ page: RowPage) {
    defer { bindsEdits() }
    if let load, load.fetch.call == call, !load.fetch.isWaiting { return reports(page, load) }
    for end in Self.ends {
      guard let endState = list?[keyPath: end], let fetch = endState.fetch, fetch.call == call,
        !fetch.isWaiting
      else { continue }
      let edits = endState.part.map { $0.call == call ? $0.edits : [] } ?? []
      let late = fetch.edits.filter { isLate($0, in: page) }
      let others = fetch.edits.filter { !isLate($0, in: page) }
      list?[keyPath: end].fetch?.edits = others
      list?[keyPath: end].part = Part(page: page, call: call, edits: edits)
      for edit in late {
        if case .remove(let id) = edit {
          list?.excluded.insert(id)
        } else {
          list?[keyPath: end].part?.edits.append(edit)
        }
      }
      return
    }
  }

  /// Returns whether an edit, made while a page was in flight, is one of a row of its part only.
  private func isLate(_ edit: ListEdit<Row>, in page: RowPage) -> Bool {
    !edit.isInsertion && page.items.contains { $0.id == edit.row }
      && list?.rows.contains { $0.id == edit.row } != true
  }

  private mutating func reports(_ page: RowPage, _ load: Load) {
    if load.goal > 1 { return }
    var part = List(key: load.key)
    if let draft = load.draft {
      (part.rows, part.excluded, part.duplicates) = (draft.rows, draft.excluded, draft.duplicates)
    }
    part.isPart = true
    let count = part.rows.count
    _ = part.take(page, of: load.fetch.request, atEnd: true)
    part.tags = part.rows.map { _ in 0 }
    part.book = []
    var firsts = load.editsBeforeRow
    for row in part.rows[count...] { firsts[row.id] = load.editsBeforeRequest }
    for (number, edit) in load.edits.enumerated() where number >= firsts[edit.row] ?? 0 {
      part.makeOrMove(edit)
    }
    if load.part == nil {
      if part.rows.isEmpty { return }
      if load.shows, let list, list.key == load.key, part.rows.count < list.firstCount { return }
    }
    self.load?.part = part
  }

  /// The part of a replaced load that stays visible.
  func keptPart(of replaced: Load?, for key: String, _ cause: LoadCause) -> List? {
    guard let part = replaced?.part else { return nil }
    let previous = policy.load.previous
    let keeps =
      replaced?.key == key
      ? cause != .load || previous != .never : list?.key != key && previous == .always
    return keeps ? part : nil
  }

  /// Keeps the part of a failed load as the visible list.
  mutating func keepsPart(of load: Load) {
    guard var part = load.part else { return }
    stopsEnds(.failed)
    part.visible = load.visible
    cached.removeAll { $0.key == part.key }
    list = part
  }

  /// Edits the visible parts, and returns whether they contain the row or its neighbor.
  ///
  /// The settled list does not contain it.
  mutating func editsParts(_ edit: ListEdit<Row>) -> Bool {
    guard list?.hasPart == true, let (shown, startCount) = list?.withParts,
      let place = shown.rows.firstIndex(where: { $0.id == edit.neighbor })
    else { return false }
    let end = place < startCount ? \List.start : \List.end
    var recorded = edit
    switch edit {
    case .change, .move: break
    case .remove(let id):
      list?.excluded.insert(id)
      return true
    case .insert(let row, _) where row.id == edit.neighbor:
      recorded = .change(row.id) { $0 = row }
    case .insert(let row, _):
      _ = list?.make(.insert(row, at: end == \List.end ? .end : .start))
    }
    if list?[keyPath: end].part == nil {
      list?[keyPath: end].failedPart?.edits.append(recorded)
    } else {
      list?[keyPath: end].part?.edits.append(recorded)
    }
    return true
  }
}

extension PagedReference.List {
  var hasPart: Bool { [end, start].contains { $0.part != nil || $0.failedPart != nil } }

  /// The number of rows of its first page.
  var firstCount: Int {
    let entry = book.first { $0.tag == firstTag } ?? book.first
    return entry.map { entry in tags.count { $0 == entry.tag } } ?? 0
  }

  /// The list with the parts at its ends, and the number of rows of the one at the start.
  var withParts: (list: Self, startCount: Int) {
    var all = self
    let (last, first) = (end.part ?? end.failedPart, start.part ?? start.failedPart)
    if let last { _ = all.take(last.page, of: .init(key: key), atEnd: true) }
    let count = first.map { all.take($0.page, of: .init(key: key), atEnd: false) } ?? 0
    for part in [last, first] { part?.edit(&all) }
    return (all, count)
  }

  /// Makes an edit of a list load, which may not contain the row.
  mutating func makeOrMove(_ edit: ListEdit<Row>, excludes: Bool = true) {
    if make(edit) { return }
    switch edit {
    case .change, .move: break
    case .remove(let id): if excludes { excluded.insert(id) }
    case .insert(let row, _): _ = make(.insert(row, at: .start))
    }
  }

  mutating func removesParts() {
    (end.part, end.failedPart, start.part, start.failedPart) = (nil, nil, nil, nil)
  }
}

extension PagedReference.Part {
  func edit(_ list: inout PagedReference.List) {
    for edit in edits {
      if case .insert(let row, let place) = edit {
        guard let current = list.rows.first(where: { $0.id == row.id }) else { continue }
        _ = list.make(.insert(current, at: place))
      } else {
        _ = list.make(edit)
      }
    }
  }
}

extension ListEdit<Row> {
  fileprivate var neighbor: Int {
    switch self {
    case .change(let id, _), .remove(let id), .move(let id, _): id
    case .insert(_, .before(let id)), .insert(_, .after(let id)): id
    case .insert(let row, _): row.id
    }
  }
}
