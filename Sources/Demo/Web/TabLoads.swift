import ReactiveLoadable

// The table of all loads.

extension Tab {
  var loads: JSON {
    let (list, favorites, session) = (app.list, app.favorites, app.session)
    let unsaved = app.write.history.value.count { $0.isOpen }
    return JSON([
      row("movies", "list", list.state, uses: list.isInUse ? "1 screen" : ""),
      row("details", screens?.detail, app.details.statistics),
      row("facts", screens?.facts, app.facts.statistics),
      row("favorites", "loader", favorites.state, uses: favorites.isInUse ? "1 screen" : ""),
      row("posters", "cache", posters, uses: app.posters.statistics.text),
      row("write", "mutation", app.write.state, uses: unsaved == 0 ? "" : "\(unsaved) unsaved"),
      row("sign in", "mutation", session.signIn.state),
      row("credentials", "loader", session.credentials.state),
    ])
  }

  /// The posters have a state for each key; the row has their number.
  private var posters: LoadState<Int> {
    let statistics = app.posters.statistics
    if statistics.activeKeys > 0 { return .loading(previous: statistics.count) }
    return statistics.loads == 0 ? .notRequested : .loaded(statistics.count)
  }

  private func row<Value>(
    _ name: String,
    _ model: KeyedModel<ValueCache<RatedMovie.ID, Value>>?,
    _ statistics: CacheStatistics
  ) -> JSON {
    let uses = model?.key == nil ? statistics.text : "1 screen, \(statistics.count) kept"
    return row(name, "cache", model?.state ?? .notRequested, key: model?.key, uses: uses)
  }

  private func row(
    _ name: String,
    _ kind: String,
    _ state: LoadState<some Sendable>,
    key id: RatedMovie.ID? = nil,
    uses: String = ""
  ) -> JSON {
    let key = LoadBoard.Key(name: name, request: id)
    let words = state.words + (board.isStale(key) && state.latest != nil ? ", stale" : "")
    return [
      "name": JSON(name), "kind": JSON(kind), "phase": JSON(state.phase), "state": JSON(words),
      "request": JSON(board.entries.value[key]?.request ?? ""), "attempt": JSON(state.attempt),
      "age": JSON(state.latest == nil ? nil : board.age(of: key)), "uses": JSON(uses),
    ]
  }
}

extension CacheStatistics {
  fileprivate var text: String { "\(count) kept, \(hits) \(hits == 1 ? "hit" : "hits")" }
}
