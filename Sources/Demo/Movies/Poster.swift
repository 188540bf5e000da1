import Foundation
import ReactiveResources

/// A poster for the console: the facts of its header, and the file.
struct Poster: Hashable, Sendable {
  let image: ImageInfo
  let file: Data

  init(_ file: Data) throws(ImageInfo.Unreadable) {
    image = try ImageInfo(file)
    self.file = file
  }
}

/// A size of the posters, named by its width in pixels.
enum PosterSize: Int, CaseIterable, Sendable {
  case w92 = 92
  case w342 = 342

  var width: Int { rawValue }
  var height: Int { width * 3 / 2 }
  var folder: String { "w\(width)" }
}

extension Movie {
  /// The path of the poster at the API, such as `/posters/w92/copper-sky.jpg`.
  func posterPath(_ size: PosterSize) -> String { "/posters/\(size.folder)\(poster)" }
}

extension ResourceKey {
  init(_ movie: Movie, _ size: PosterSize) {
    self.init(movie.poster, size: ResourceSize(pixels: size.width))
  }

  var posterPath: String {
    let folder = size.pixels.map { "w\($0)" } ?? "original"
    return "/posters/\(folder)\(path)"
  }
}

/// The kind and the size in the header of an image file; pixels are not decoded.
struct ImageInfo: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
  }

  var kind: Kind
  var width: Int
  var height: Int

  /// The file is neither a PNG nor a JPEG image, or its header is damaged.
  struct Unreadable: Error, Hashable, LocalizedError {
    var errorDescription: String? { "The image is neither PNG nor JPEG, or damaged." }
  }

  /// Reads the header of a PNG (ISO/IEC 15948) or JPEG file (ITU-T T.81); the rest may be missing.
  init(_ file: Data) throws(Unreadable) {
    let bytes = [UInt8](file)
    let size: (Int, Int)?
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      (kind, size) = (.png, Self.pngSize(bytes))
    } else {
      (kind, size) = (.jpeg, bytes.starts(with: [0xFF, 0xD8]) ? Self.jpegSize(bytes) : nil)
    }
    guard let (width, height) = size, width > 0, height > 0 else { throw Unreadable() }
    (self.width, self.height) = (width, height)
  }

  private static func pngSize(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (number(bytes[16..<20]), number(bytes[20..<24]))
  }

  private static func jpegSize(_ bytes: [UInt8]) -> (Int, Int)? {
    var start = 2
    while start + 9 <= bytes.count, bytes[start] == 0xFF {
      switch bytes[start + 1] {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return (number(bytes[start + 7..<start + 9]), number(bytes[start + 5..<start + 7]))
      case 0x01, 0xD0...0xD7: start += 2
      case 0xFF: start += 1
      default: start += 2 + max(2, number(bytes[start + 2..<start + 4]))
      }
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A movie of the catalogue, as the API serves it; its title is invented.
struct Movie: Codable, Hashable, Sendable, Identifiable {
  var id: Int
  var title: String
  var year: Int
  /// The path of the poster in the folder of each ``PosterSize``, such as `/copper-sky.jpg`.
  var poster: String
}

/// The server's facts about a movie beyond its row in a list; all of them are invented.
struct MovieFacts: Codable, Hashable, Sendable, Identifiable {
  var id: Movie.ID
  var rating: Double
  var votes: Int
  var minutes: Int
  var genres: [Genre.ID]
  var cast: [String]
  var adults: Bool
}

struct Genre: Codable, Hashable, Sendable, Identifiable {
  var id: Int
  var name: String
  static let all = ["Adventure", "Comedy", "Drama", "Mystery", "Romance", "Science fiction"]
    .enumerated().map { Genre(id: $0 + 1, name: $1) }
}

struct MovieDetails: Codable, Hashable, Sendable, Identifiable {
  var movie: Movie
  var facts: MovieFacts
  var similar: [Movie]

  var id: Movie.ID { movie.id }
}

struct MovieAnswer: Codable, Hashable, Sendable {
  var movies: [Movie]
  var next: Int?
  var total: Int
}
