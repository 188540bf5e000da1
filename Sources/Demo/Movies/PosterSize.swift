/// A size that posters come in, named after its width.
enum PosterSize: String, CaseIterable, Sendable {
  /// For the rows of a list.
  case w92
  /// For a screen of its own.
  case w342

  /// How many pixels wide it is.
  var width: Int {
    switch self {
    case .w92: 92
    case .w342: 342
    }
  }

  /// How many pixels high it is.
  var height: Int { width * 3 / 2 }
}
