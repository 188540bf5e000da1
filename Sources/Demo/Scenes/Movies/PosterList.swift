import Foundation
import Observation
import ReactiveLoadable
import ReactiveResources

/// The rows in view; each is a model that is used again for another movie.
@MainActor
final class PosterList {
  typealias Row = RowModel<ResourceLoader<Poster>>

  let movies: [Movie]
  /// What is followed of some rows, by their places in the list.
  let trails: [Int: PosterTrail]
  /// How many models there are.
  private(set) var models = 0
  private let loader: ResourceLoader<Poster>
  private var inView: [Int: Row] = [:]
  private var spare: [Row] = []

  init(
    _ movies: [Movie],
    from library: PosterLibrary,
    following rows: some Sequence<Int>,
    clock: any Clock<Duration>
  ) {
    self.movies = movies
    loader = library.loader
    trails = rows.reduce(into: [:]) { $0[$1] = PosterTrail(.w92, clock: clock) }
  }

  /// Does what the list on a screen does when a row appears or disappears.
  func play(_ step: RowScroll.Step) {
    switch step {
    case .appears(let place): appear(place)
    case .disappears(let place): disappear(place)
    case .rests: break
    }
  }

  /// Taps on what has failed.
  func retryWhatFailed() {
    for row in inView.values where row.state.error != nil { row.retry() }
  }

  /// Waits until nothing in view is loading, or until the waiting task is cancelled.
  func settles() async {
    while !Task.isCancelled, loading > 0 {
      let change = Gate()
      withObservationTracking {
        for row in inView.values { _ = row.state }
      } onChange: {
        change.open()
      }
      await change.pass()
    }
    for place in inView.keys { await trails[place]?.settles() }
  }

  /// How many of the rows in view are loading.
  var loading: Int { inView.values.count { $0.state.isLoading } }

  /// What is to see, from the first row in view to the last.
  var lines: [PosterLine] {
    inView.sorted { $0.key < $1.key }
      .map { place, row in PosterLine(movie: movies[place], content: .init(row.state)) }
  }
}

extension PosterList {
  private func appear(_ place: Int) {
    let row = spare.popLast() ?? make()
    inView[place] = row
    row.show(ResourceKey(movies[place], .w92))
    trails[place]?.begin(row.interest)
  }

  private func disappear(_ place: Int) {
    guard let row = inView.removeValue(forKey: place) else { return }
    row.clear()
    trails[place]?.end()
    spare.append(row)
  }

  private func make() -> Row {
    models += 1
    return Row(loader)
  }
}

extension PosterLine.Content {
  /// What there is to see of a state.
  init(_ state: RowState<ResourceLoader<Poster>>) {
    if let there = state.latest {
      self = .poster(there.value, from: .init(there.source))
    } else if let error = state.error {
      self = .failure(error.localizedDescription)
    } else {
      self = .blank
    }
  }
}

extension PosterLine.Source {
  init(_ source: ResourceSource) {
    switch source {
    case .memory: self = .memory
    case .disk: self = .disk
    case .network: self = .network
    }
  }
}
