/// What comes with the demo: facts about real podcasts, in alphabetical order, and invented movies.
struct Catalogue: Sendable {
  let podcasts: [Podcast]
  var movies: [Movie] = []
  var facts: [MovieFacts] = []

  /// Reads the catalogue from the bundled resources.
  static func bundled() throws(ResourceError) -> Catalogue {
    Catalogue(
      podcasts: try BundledFile("podcasts.json").decoded(),
      movies: try BundledFile("movies.json").decoded(),
      facts: try BundledFile("movie-facts.json").decoded()
    )
  }

  /// Finds the podcast with this slug.
  func podcast(slug: String) -> Podcast? {
    podcasts.first { $0.slug == slug }
  }
}

extension Catalogue {
  /// Why a bundled resource is not there.
  enum ResourceError: Error, Equatable, CustomStringConvertible {
    case missing(String)
    case unreadable(String, reason: String)

    var description: String {
      switch self {
      case .missing(let name): "The bundled resource \(name) is missing."
      case .unreadable(let name, let reason):
        "The bundled resource \(name) cannot be read: \(reason)"
      }
    }
  }
}
