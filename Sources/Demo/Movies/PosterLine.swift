/// A row of the list of movies, as the console shows it.
struct PosterLine: Hashable, Sendable {
  /// Where a poster came from.
  enum Source: String, CaseIterable, Sendable {
    case memory, disk, network
  }

  /// What stands where the poster is to be.
  enum Content: Hashable, Sendable {
    case poster(Poster, from: Source)
    /// Nothing yet.
    case blank
    /// Why there is none, in a sentence.
    case failure(String)
  }

  var movie: Movie
  var content: Content

  /// The cells: title, kind, size in pixels, bytes, and source.
  var cells: [String] {
    let title = "\(movie.title) (\(movie.year))"
    switch content {
    case .poster(let poster, let source):
      let image = poster.image
      return [
        title, image.kind.rawValue, "\(image.width) × \(image.height)", String(poster.file.count),
        source.rawValue,
      ]
    case .blank: return [title, "–", "–", "–", "not there yet"]
    case .failure(let reason): return [title, "–", "–", "–", reason]
    }
  }
}
