import ReactiveLoadable

// The table of all loads.

extension Tab {
  var loads: JSON {
    let (list, favorites, session) = (app.list, app.favorites, app.session)
    return JSON([
      row("movies", "list", list.state, isInUse: list.isInUse),
      row("details", screens?.detail, app.details.statistics),
      row("facts", screens?.facts, app.facts.statistics),
      row("favorites", "loader", favorites.state, isInUse: favorites.isInUse),
      row("posters", "cache", posters, uses: app.posters.statistics.text),
      row("write", "mutation", app.write.state, uses: waiting),
      row("sign-in", "mutation", session.signIn.state, uses: "–"),
      row("credentials", "loader", session.credentials.state, uses: "each request"),
    ])
  }

  private var waiting: String {
    let count = app.write.history.value.count { $0.isOpen }
    return count == 0 ? "–" : "\(count) unsaved"
  }

  /// The posters have a state for each key; the row has their number.
  private var posters: Loadable<Int, LoadError> {
    let statistics = app.posters.statistics
    if statistics.activeKeys > 0 { return .loading(previous: statistics.count) }
    return statistics.loads == 0 ? .notRequested : .loaded(statistics.count)
  }

  private func row<Value>(
    _ name: String,
    _ model: KeyedModel<ValueCache<RatedMovie.ID, Value>>?,
    _ statistics: CacheStatistics
  ) -> JSON {
    let uses = (model?.key == nil ? "" : "the detail screen, ") + statistics.text
    return row(name, "cache", model?.state ?? .notRequested, key: model?.key, uses: uses)
  }

  private func row(
    _ name: String,
    _ kind: String,
    _ state: Loadable<some Sendable, LoadError>,
    isInUse: Bool
  ) -> JSON { row(name, kind, state, uses: isInUse ? "its screen" : "no screen") }

  private func row(
    _ name: String,
    _ kind: String,
    _ state: Loadable<some Sendable, LoadError>,
    key id: RatedMovie.ID? = nil,
    uses: String
  ) -> JSON {
    let key = LoadBoard.Key(name: name, request: id)
    let words = state.words + (board.isStale(key) && state.latest != nil ? ", stale" : "")
    let request = id.map { "\($0)" } ?? board.entries.value[key]?.request
    return [
      "name": JSON(name), "kind": JSON(kind), "phase": JSON(state.phase), "state": JSON(words),
      "request": JSON(kind == "mutation" ? "–" : request ?? "–"), "attempt": JSON(state.attempt),
      "age": JSON(state.latest == nil ? nil : board.age(of: key)), "uses": JSON(uses),
    ]
  }
}

extension Loadable {
  fileprivate var words: String {
    switch self {
    case .notRequested: "not requested"
    case .loading(let loading): loading.previous == nil ? "loading" : "loading, shows a value"
    case .loaded: "loaded"
    case .failed(let failed): failed.previous == nil ? "failed" : "failed, shows a value"
    }
  }
}

extension CacheStatistics {
  fileprivate var text: String { "\(count) kept, \(hits) \(hits == 1 ? "hit" : "hits")" }
}
