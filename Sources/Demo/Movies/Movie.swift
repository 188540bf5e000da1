/// A movie of the catalogue, as the API serves it; its title is invented.
struct Movie: Codable, Hashable, Sendable, Identifiable {
  /// Its number, from 1.
  var id: Int
  var title: String
  var year: Int
  /// Where its poster is in the folder of each ``PosterSize``, such as `/copper-sky.jpg`.
  var poster: String
}

extension Movie {
  /// The path of its poster at the API, such as `/posters/w92/copper-sky.jpg`.
  func posterPath(_ size: PosterSize) -> String {
    "/posters/\(size.rawValue)\(poster)"
  }
}
