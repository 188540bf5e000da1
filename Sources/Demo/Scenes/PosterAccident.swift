/// What happens to one poster of the list, once.
enum PosterAccident: CaseIterable, Sendable {
  /// It comes late.
  case slow
  /// Its server fails.
  case failing
  /// Its connection breaks in the middle.
  case broken

  /// The row that it happens to; each is in view at the first or the second rest.
  var row: Int {
    switch self {
    case .slow: 1
    case .failing: 4
    case .broken: 9
    }
  }

  /// Why its poster is asked for once more.
  var repetition: String {
    switch self {
    case .slow: "again"
    case .failing: "again, by a tap"
    case .broken: "again, for what was missing"
    }
  }

  /// What the server does to the request.
  var disturbance: Disturbance {
    switch self {
    case .slow: .delay(.milliseconds(200))
    case .failing: .status(500)
    case .broken: .breakOff
    }
  }
}

extension DemoServer {
  /// Lets accidents happen to the posters of a list in this size.
  func disturb(
    _ accidents: [PosterAccident] = PosterAccident.allCases,
    of movies: [Movie],
    _ size: PosterSize
  ) async {
    for accident in accidents where movies.indices.contains(accident.row) {
      let path = movies[accident.row].posterPath(size)
      await disturb(accident.disturbance, path: path, times: 1)
    }
  }
}
