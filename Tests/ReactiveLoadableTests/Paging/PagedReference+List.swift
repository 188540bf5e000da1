import ReactiveLoadable

extension PagedReference.List {
  /// The sketch of the list; a part of a load has the attempt of the load.
  func sketch(attempt: Int? = nil) -> String {
    let texts = rows.map { "\($0.id)\($0.text)" }.joined(separator: " ")
    if let attempt { return texts + (attempt > 0 ? "+\(attempt)" : "+") }
    return start.sketch(complete: "") + texts + (isPart ? "…" : end.sketch(complete: "."))
  }

  /// Adds a page; returns the number of new rows.
  mutating func take(
    _ page: RowPage,
    of request: PagedReference.Request,
    atEnd: Bool
  ) -> Int {
    let following = atEnd ? tail.compactMap { id in rows.first { $0.id == id } } : []
    for row in following { remove(row.id) }
    defer {
      for row in following where !rows.contains(where: { $0.id == row.id }) {
        _ = insert(row, at: .afterLastPage)
      }
    }
    var new: [Row] = []
    for row in page.items {
      if excluded.contains(row.id) { continue }
      if (rows + new).contains(where: { $0.id == row.id }) {
        duplicates += 1
      } else {
        new.append(row)
      }
    }
    lastTag += 1
    let entry = PagedReference.Entry(
      tag: lastTag,
      request: request,
      next: page.next.map { .init(key: key, cursor: $0, direction: .next) },
      previous: page.previous.map { .init(key: key, cursor: $0, direction: .previous) }
    )
    if new.isEmpty, !book.isEmpty {
      if atEnd {
        book[book.count - 1].next = entry.next
        _ = droppedAtEnd.popLast()
      } else {
        book[0].previous = entry.previous
        _ = droppedAtStart.popLast()
      }
      return 0
    }
    if lastTag == 1 { firstRequest = request }
    if request == firstRequest { firstTag = lastTag }
    let newTags = new.map { _ in lastTag }
    if atEnd {
      (rows, tags, book) = (rows + new, tags + newTags, book + [entry])
      _ = droppedAtEnd.popLast()
    } else {
      (rows, tags, book) = (new + rows, newTags + tags, [entry] + book)
      _ = droppedAtStart.popLast()
    }
    return new.count
  }

  /// The request of the page after an end.
  func following(atEnd: Bool) -> PagedReference.Request? {
    atEnd ? book.last?.next ?? droppedAtEnd.last : book.first?.previous ?? droppedAtStart.last
  }

  /// Drops pages at an end down to a count; returns false if there are no more than that.
  mutating func trim(atEnd: Bool, to count: Int?) -> Bool {
    guard let count, book.count > count else { return false }
    while book.count > count {
      let entry = atEnd ? book.removeLast() : book.removeFirst()
      if atEnd { droppedAtEnd.append(entry.request) } else { droppedAtStart.append(entry.request) }
      let kept = tags.indices.filter { tags[$0] != entry.tag }
      if !atEnd { visible = visible.map { $0 - (tags.count - kept.count) } }
      (rows, tags) = (kept.map { rows[$0] }, kept.map { tags[$0] })
    }
    return true
  }

  mutating func make(_ edit: ListEdit<Row>) -> Bool {
    switch edit {
    case .change(let id, let change):
      guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
      change(&rows[place])
    case .remove(let id):
      guard rows.contains(where: { $0.id == id }) else { return false }
      remove(id)
      excluded.insert(id)
    case .insert(let row, let place): return insert(row, at: place)
    case .move(let id, let place):
      guard let row = rows.first(where: { $0.id == id }) else { return false }
      if place == .before(id) || place == .after(id) { return true }
      var others = self
      others.remove(id)
      guard others.insert(row, at: place) else { return false }
      self = others
    }
    return true
  }

  private mutating func remove(_ id: Int) {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return }
    rows.remove(at: place)
    tags.remove(at: place)
    tail.removeAll { $0 == id }
  }

  mutating func insert(_ row: Row, at place: ListEdit<Row>.Position) -> Bool {
    let others = rows.filter { $0.id != row.id }
    let neighbour: Int
    switch place {
    case .start: neighbour = 0
    case .end: neighbour = others.count
    case .afterLastPage:
      if let place = rows.firstIndex(where: { $0.id == row.id }) {
        rows[place] = row
        return true
      }
      neighbour = others.count
    case .before(let id), .after(let id):
      if id == row.id {
        guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
        rows[place] = row
        return true
      }
      guard let found = others.firstIndex(where: { $0.id == id }) else { return false }
      if case .before = place { neighbour = found } else { neighbour = found + 1 }
    }
    if let place = rows.firstIndex(where: { $0.id == row.id }) { tags.remove(at: place) }
    rows = others
    tail.removeAll { $0 == row.id }
    if place == .afterLastPage { tail.append(row.id) }
    tags.insert(
      tags.indices.contains(neighbour) ? tags[neighbour] : book.last?.tag ?? 0,
      at: neighbour
    )
    rows.insert(row, at: neighbour)
    excluded.remove(row.id)
    return true
  }
}
