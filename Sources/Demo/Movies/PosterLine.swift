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

  /// Which row of the list it is, from 0.
  var place: Int
  var movie: Movie
  var content: Content

  /// The cells: row, title, kind, size in pixels, bytes, and source.
  var cells: [String] {
    [String(place), movie.title] + facts + [source]
  }

  /// Where the poster came from, or what there is instead.
  var source: String {
    switch content {
    case .poster(_, let source): source.rawValue
    case .blank: "not there yet"
    case .failure(let reason): reason
    }
  }

  private var facts: [String] {
    switch content {
    case .poster(let poster, _):
      let image = poster.image
      return [
        image.kind.rawValue, "\(image.width) × \(image.height)", String(poster.file.count),
      ]
    case .blank, .failure: return ["–", "–", "–"]
    }
  }
}
