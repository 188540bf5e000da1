/// The world as the server has it: what Foundation knows, and what was added since.
actor SearchStore {
  private let world: SearchIndex
  private var added: [SearchEntry] = []
  // The whole world is compared once for all the pages of a query.
  private var found: [String: [SearchHit]] = [:]

  init(_ world: SearchIndex = .world) { self.world = world }

  /// Adds an entry; the results that it belongs to shift.
  func add(_ entry: SearchEntry) {
    added.append(entry)
    found = [:]
  }

  /// Finds a page of at most so many results.
  func page(at place: SearchCursor, limit: Int) -> SearchAnswer {
    let all = hits(place.query)
    let hits = all.dropFirst(place.offset).prefix(limit)
    let end = place.offset + hits.count
    var answer = SearchAnswer(query: place.query, total: all.count, hits: Array(hits))
    if !hits.isEmpty, end < all.count {
      answer.next = SearchCursor(query: place.query, offset: end).token
    }
    return answer
  }

  /// Makes a page without results that leads to the one that should have been there.
  func blankPage(at place: SearchCursor) -> SearchAnswer {
    var next = place
    next.blanks += 1
    let total = hits(place.query).count
    return SearchAnswer(query: place.query, total: total, hits: [], next: next.token)
  }

  private func hits(_ query: String) -> [SearchHit] {
    if let hits = found[query] { return hits }
    let hits = SearchIndex(entries: added + world.entries).hits(query)
    found[query] = hits
    return hits
  }
}
