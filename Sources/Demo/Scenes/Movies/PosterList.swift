import Foundation
import ReactiveLoadable
import ReactiveResources

/// The rows in view, which are used again for other movies.
@MainActor
final class PosterList {
  let movies: [Movie]
  /// What is followed of some rows, by their places in the list.
  let trails: [Int: PosterTrail]
  /// How many rows were made.
  private(set) var made = 0
  private let loader: ResourceLoader<Poster>
  private var inView: [Int: PosterCell] = [:]
  private var spare: [PosterCell] = []

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
    for cell in inView.values where cell.state.error != nil { cell.retry() }
  }

  /// Waits until nothing in view is loading, or until the waiting task is cancelled.
  func settles() async {
    for cell in inView.values { await cell.settles() }
  }

  /// How many of the rows in view are loading.
  var loading: Int { inView.values.count { $0.state.isLoading } }

  /// What is to see, from the first row in view to the last.
  var lines: [PosterLine] {
    inView.sorted { $0.key < $1.key }
      .map { place, cell in
        PosterLine(place: place, movie: movies[place], content: .init(cell.state))
      }
  }
}

extension PosterList {
  private func appear(_ place: Int) {
    let cell = spare.popLast() ?? make()
    inView[place] = cell
    trails[place]?.begin(cell)
    cell.show(ResourceKey(movies[place], .w92))
  }

  private func disappear(_ place: Int) {
    guard let cell = inView.removeValue(forKey: place) else { return }
    trails[place]?.end()
    cell.clear()
    spare.append(cell)
  }

  private func make() -> PosterCell {
    made += 1
    return PosterCell(loader)
  }
}

extension PosterLine.Content {
  /// What there is to see of a state.
  init(_ state: PosterCell.State) {
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
