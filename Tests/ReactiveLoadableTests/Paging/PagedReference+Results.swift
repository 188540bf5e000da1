import ReactiveLoadable

// The results of the load function.

/// The result of a call of the load function.
enum PageResult: Sendable {
  case page(RowPage)
  case failure
  case cancelled
}

extension PagedReference {
  static var ends: [EndPath] { [\.end, \.start] }

  /// Starts a call, either a new one or one that has waited.
  mutating func starts(call: Int, _ request: Request) -> Bool {
    if let number = wanted.firstIndex(of: request) {
      wanted.remove(at: number)
    } else if load?.fetch.request == request, load?.fetch.isWaiting == true {
      load?.fetch.isWaiting = false
      load?.startsRequest()
    } else if let end = Self.ends.first(where: { isWaiting($0, for: request) }) {
      list?[keyPath: end].fetch?.isWaiting = false
    } else {
      return false
    }
    if load?.fetch.request == request, load?.fetch.isWaiting == false {
      load?.fetch.call = call
    } else if let end = Self.ends.first(where: { mustStart($0, request) }) {
      list?[keyPath: end].fetch?.call = call
    }
    return true
  }

  func mustStart(_ end: EndPath, _ request: Request) -> Bool {
    let fetch = list?[keyPath: end].fetch
    return fetch?.request == request && fetch?.call == nil
  }

  func isWaiting(_ end: EndPath, for request: Request) -> Bool {
    let fetch = list?[keyPath: end].fetch
    return fetch?.request == request && fetch?.isWaiting == true
  }

  /// Ends a call; one that was replaced changes nothing.
  mutating func ends(call: Int, _ result: PageResult) {
    if let load, load.fetch.call == call, !load.fetch.isWaiting {
      ends(load, result)
    } else if let end = Self.ends.first(where: { isRunning(call, at: $0) }),
      let fetch = list?[keyPath: end].fetch
    {
      ends(end, fetch, result)
    } else {
      return
    }
    bindsEdits()
    if case .page = result { fillsEmptyList() }
  }

  private func isRunning(_ call: Int, at end: EndPath) -> Bool {
    let fetch = list?[keyPath: end].fetch
    return fetch?.call == call && fetch?.isWaiting == false
  }

  mutating func ends(_ load: Load, _ result: PageResult) {
    switch result {
    case .page(let page): receives(page, load)
    case .failure where load.fetch.retries < policy.load.retry.limit:
      self.load?.fetch.retries += 1
      self.load?.fetch.isWaiting = true
      self.load?.fetch.call = nil
    case .failure:
      if let list, list.key != load.key { caches(list) }
      if load.part != nil {
        keepsPart(of: load)
      } else if !load.shows {
        stopsEnds(.failed)
        list = nil
      }
      failure = load
      stops(.failed)
      if list?.key == load.key { startsQueued() }
    case .cancelled:
      stops(.cancelled)
      startsQueued()
    }
  }

  mutating func receives(_ page: RowPage, _ before: Load) {
    var load = before
    let request = load.fetch.request
    let isFirst = load.draft == nil
    var draft = load.draft ?? List(key: load.key, droppedAtStart: load.dropped)
    let count = draft.take(page, of: request, atEnd: true)
    if isFirst { draft.start.request = draft.following(atEnd: false) }
    draft.end.request = draft.following(atEnd: true)
    for (row, tag) in zip(draft.rows, draft.tags) where tag == draft.lastTag {
      load.editsBeforeRow[row.id] = load.editsBeforeRequest
    }
    load.emptyPages = count == 0 ? load.emptyPages + 1 : 0
    if let next = draft.end.request {
      if next == request || load.emptyPages > policy.emptyPageLimit {
        draft.end.fails("?", at: now)
      } else if draft.book.count < load.goal || draft.rows.isEmpty {
        load.draft = draft
        load.fetch = Fetch(request: next)
        load.startsRequest()
        self.load = load
        return wanted.append(next)
      }
    }
    draft.isStale = load.isOutdated || policy.load.freshness == .never
    for (number, edit) in load.edits.enumerated()
    where number >= load.editsBeforeRow[edit.row] ?? 0 {
      draft.makeOrMove(edit)
    }
    finishesLoad(draft, visible: load.visible)
  }

  mutating func finishesLoad(_ new: List, visible: Int?) {
    var new = new
    if let list, list.key == new.key {
      for end in Self.ends where list[keyPath: end].isQueued {
        if new[keyPath: end].failure != nil {
          stops(end, .failed)
        } else if new[keyPath: end].request == nil {
          stops(end, .skipped)
        } else {
          new[keyPath: end].isQueued = true
          new[keyPath: end].job = list[keyPath: end].job
        }
      }
    } else if let list {
      caches(list)
    }
    new.visible = (visible ?? (list?.key == new.key ? list?.visible : nil)).flatMap {
      new.rows.isEmpty ? nil : min(max($0, 0), new.rows.count - 1)
    }
    cached.removeAll { $0.key == new.key }
    stops(.loaded)
    (list, failure) = (new, nil)
    startsQueued()
    prefetches()
  }

  mutating func ends(_ end: EndPath, _ fetch: Fetch, _ result: PageResult) {
    switch result {
    case .page(let page): receives(page, at: end, fetch)
    case .failure where fetch.retries < policy.load.retry.limit:
      list?[keyPath: end].fetch?.edits = []
      list?[keyPath: end].fetch?.retries += 1
      list?[keyPath: end].fetch?.isWaiting = true
      list?[keyPath: end].fetch?.call = nil
    case .failure:
      stops(end, .failed)
      list?[keyPath: end].fails("!", at: now)
      list?[keyPath: end].request = fetch.request
    case .cancelled:
      stops(end, .cancelled)
      list?.visible = nil
    }
  }

  mutating func receives(_ page: RowPage, at end: EndPath, _ fetch: Fetch) {
    guard var list else { return }
    let isEnd = end == \List.end
    let known = Set(list.rows.map(\.id))
    let count = list.take(page, of: fetch.request, atEnd: isEnd)
    if !isEnd { list.visible = list.visible.map { $0 + count } }
    let other = isEnd ? \List.start : \List.end
    if list.trim(atEnd: !isEnd, to: policy.window) {
      self.list = list
      stops(other, .replaced)
      list = self.list ?? list
      list[keyPath: other].settles(before: list.following(atEnd: !isEnd))
    }
    for edit in fetch.edits where !known.contains(edit.row) && !edit.isInsertion {
      _ = list.make(edit)
    }
    if let part = list[keyPath: end].part ?? list[keyPath: end].failedPart,
      part.call == fetch.call
    {
      part.edit(&list)
    }
    (list[keyPath: end].part, list[keyPath: end].failedPart) = (nil, nil)
    let next = list.following(atEnd: isEnd)
    let emptyPages = count == 0 ? list[keyPath: end].emptyPages + 1 : 0
    list[keyPath: end].failure = nil
    list[keyPath: end].request = next
    self.list = list
    if let next {
      if next == fetch.request || emptyPages > policy.emptyPageLimit {
        stops(end, .failed)
        self.list?[keyPath: end].fails("?", at: now)
        return
      }
      if emptyPages > 0 {
        self.list?[keyPath: end].stop()
        self.list?[keyPath: end].emptyPages = emptyPages
        return fetches(end)
      }
    }
    stops(end, .loaded)
    self.list?[keyPath: end].settles(before: next)
    prefetches(at: end)
  }
}

extension ListEdit<Row> {
  var isInsertion: Bool { if case .insert = self { true } else { false } }

  var row: Int {
    switch self {
    case .change(let id, _), .remove(let id): id
    case .insert(let row, _): row.id
    case .move(let id, _): id
    }
  }
}
