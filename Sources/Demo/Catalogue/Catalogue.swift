import Foundation

/// The podcasts that come with the demo: facts about real shows, in alphabetical order.
struct Catalogue: Sendable {
  let podcasts: [Podcast]

  /// Reads the catalogue from the bundled resource.
  static func bundled() throws(ResourceError) -> Catalogue {
    guard
      let url = Bundle.module.url(
        forResource: "podcasts",
        withExtension: "json",
        subdirectory: "Resources"
      )
    else { throw .missing("podcasts.json") }
    do {
      return Catalogue(
        podcasts: try JSONDecoder().decode([Podcast].self, from: Data(contentsOf: url))
      )
    } catch {
      throw .unreadable("podcasts.json", reason: String(describing: error))
    }
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
