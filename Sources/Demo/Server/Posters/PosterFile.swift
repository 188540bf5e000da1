import FlyingFox
import Foundation
import ReactiveResources

/// A poster as the server has it.
struct PosterFile: Sendable {
  let data: Data
  let type: HTTPResponse.ContentType
  let keeping: PosterKeeping
  /// When it was drawn, as the server tells it.
  let lastModified: String
  /// A strong tag: other bytes have another one.
  let tag: String

  /// Reads the poster of a movie from the bundled resources.
  init(of movie: Movie, _ size: PosterSize) throws(Catalogue.ResourceError) {
    data = try BundledFile(String(movie.posterPath(size).dropFirst())).data()
    type = movie.poster.hasSuffix(".png") ? .png : .jpeg
    keeping = PosterKeeping(of: movie)
    let drawn = Date(timeIntervalSince1970: 1_709_276_400 + Double(movie.id) * 3600)
    lastModified = HTTPDate.text(for: drawn)
    tag = "\"\(Self.hash(data))\""
  }

  /// The number of the bytes (FNV-1a).
  private static func hash(_ data: Data) -> String {
    let hash = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 36)
  }
}
