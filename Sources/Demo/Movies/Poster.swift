import Foundation

/// A poster as the console can have it: the facts of its header, and the file that goes with them.
struct Poster: Hashable, Sendable {
  let image: ImageInfo
  let file: Data

  /// Reads the header of a PNG or JPEG file; throws if there is none.
  init(_ file: Data) throws(ImageInfo.Trouble) {
    image = try ImageInfo(file)
    self.file = file
  }
}
