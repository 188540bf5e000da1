/// A podcast of the catalogue, as the API serves it.
struct Podcast: Codable, Hashable, Sendable {
  var title: String
  var publisher: String
  var genre: String
}

extension Podcast {
  /// The title in lower-case letters, digits and hyphens, for use in a path.
  var slug: String {
    title
      .replacing("'", with: "")
      .folded
      .split { !($0.isLetter || $0.isNumber) }
      .joined(separator: "-")
  }
}
