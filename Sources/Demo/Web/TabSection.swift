import Foundation
import ReactiveLoadable
import ReactiveResources

/// A part of the state of a tab, which the page receives whenever it has changed.
enum TabSection: String, CaseIterable, Sendable {
  case session, screen, searchText, list, detail, favorites, write, network, posters, loads,
    timeline
}

extension Tab {
  /// Returns a section as it is now.
  func json(_ section: TabSection) -> JSON {
    switch section {
    case .session: session
    case .screen:
      [
        "name": JSON(screens == nil ? "signIn" : screen.value.shelf.rawValue),
        "detail": JSON(screens == nil ? nil : screen.value.detail),
      ]
    case .searchText: JSON(screens?.searchText.value ?? "")
    case .list: list
    case .detail: detail
    case .favorites:
      screens == nil
        ? nil
        : load(app.favorites.state, .init(name: "favorites")) { ["rows": self.rows($0.movies)] }
    case .write: write
    case .network: networkState
    case .posters: ["failed": JSON(board.failed("posters").count)]
    case .loads: loads
    // It depends on what is visible of it, which the connection knows.
    case .timeline: nil
    }
  }

  private var session: JSON {
    let state = app.session.signIn.state
    let phase =
      switch (isSigningOut.value, state) {
      case (true, _): "signingOut"
      case (_, .loading): "signingIn"
      case (_, .loaded): screens == nil ? "signingIn" : "signedIn"
      case (_, .notRequested), (_, .failed): "signedOut"
      }
    return [
      "phase": JSON(phase), "user": JSON(state.value?.user ?? ""),
      "error": JSON(state.error?.localizedDescription),
    ]
  }

  private var networkState: JSON {
    let state = network.states.value
    return [
      "slow": JSON(state.troubles.contains(.slow)),
      "failNext": JSON(state.troubles.contains(.fail)),
      "offline": JSON(state.troubles.contains(.offline)),
      "requests": JSON(state.requests), "inFlight": JSON(state.inFlight),
    ]
  }

  private var list: JSON {
    guard screens != nil else { return nil }
    return load(app.list.state, .init(name: "movies")) { list in
      [
        "query": JSON(list.key), "rows": self.rows(list), "total": JSON(list.total),
        "append": JSON(list.append.word),
        "appendError": JSON(list.append.error?.localizedDescription),
      ]
    }
  }

  private var detail: JSON {
    guard let screens, let id = screen.value.detail else { return nil }
    return load(screens.detailState, .init(name: "details", request: id)) { movie, facts in
      [
        "row": self.row(movie), "minutes": JSON(facts.minutes),
        "genres": JSON(facts.genres.map { JSON($0) }), "cast": JSON(facts.cast.map { JSON($0) }),
        "similar": self.rows(facts.similar.map { self.known($0.id) ?? $0 }),
      ]
    }
  }

  private var write: JSON {
    let newest = app.write.history.value.last
    let state = newest?.outcome.map { outcome in
      switch outcome {
      case .loaded: "loaded"
      case .failed: "failed"
      default: "notRequested"
      }
    }
    return [
      "phase": JSON(newest == nil ? "notRequested" : state ?? "loading"),
      "text": JSON(newest?.input.text ?? ""),
      "error": JSON(newest?.outcome?.error?.localizedDescription),
    ]
  }

  // MARK: Parts

  private func rows(_ movies: some Sequence<RatedMovie>) -> JSON { JSON(movies.map(row)) }

  private func row(_ movie: RatedMovie) -> JSON {
    let isUnsaved = app.write.history.value.contains { $0.isOpen && $0.input.movie.id == movie.id }
    return [
      "id": JSON(movie.id), "title": JSON(movie.title), "year": JSON(movie.year),
      "poster": JSON("/poster/\(movie.id)"), "stars": JSON(movie.stars ?? 0),
      "favorite": JSON(movie.isFavorite), "unsaved": JSON(isUnsaved),
    ]
  }

  private func load<Value>(
    _ state: Loadable<Value, LoadError>,
    _ key: LoadBoard.Key,
    value: (Value) -> JSON
  ) -> JSON {
    [
      "phase": JSON(state.phase), "cause": JSON(state.cause?.rawValue),
      "attempt": JSON(state.attempt), "stale": JSON(board.isStale(key)),
      "age": JSON(board.age(of: key)), "error": JSON(state.error?.localizedDescription),
      "value": state.latest.map(value) ?? nil,
    ]
  }
}

extension PageEnd {
  fileprivate var word: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .failed: "failed"
    case .complete: "complete"
    }
  }
}
