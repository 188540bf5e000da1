import Foundation

/// What the header of an image file says; the pixels are not looked at.
struct ImageInfo: Hashable, Sendable {
  /// The kind of a file.
  enum Kind: String, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
  }

  var kind: Kind
  /// The size in pixels, at least 1.
  var width: Int
  var height: Int
}

extension ImageInfo {
  /// Why a file is not known to be an image.
  enum Trouble: Error, Hashable, Sendable {
    /// There are no bytes.
    case empty
    /// It begins as neither PNG nor JPEG.
    case unknownKind
    /// It ends before its size is told.
    case truncated(Kind)
    /// It breaks the rules of its kind.
    case malformed(Kind, reason: String)
  }

  /// Reads the first bytes of a PNG or JPEG file; the rest may be missing.
  init(_ file: Data) throws(Trouble) {
    guard !file.isEmpty else { throw .empty }
    guard let kind = Kind(file) else { throw .unknownKind }
    var reader = ByteReader(file)
    do {
      switch kind {
      case .png: self = try Self.png(&reader)
      case .jpeg: self = try Self.jpeg(&reader)
      }
    } catch {
      switch error {
      case .ended: throw .truncated(kind)
      case .wrong(let reason): throw .malformed(kind, reason: reason)
      }
    }
  }

  /// Makes the facts; a size of nothing is wrong.
  init(_ kind: Kind, width: Int, height: Int) throws(HeaderFault) {
    guard width > 0, height > 0 else { throw .wrong("it is \(width) × \(height) pixels") }
    (self.kind, self.width, self.height) = (kind, width, height)
  }
}

/// Why a header cannot be read.
enum HeaderFault: Error {
  case ended
  case wrong(String)
}

extension ImageInfo.Kind {
  /// What a file of the kind begins with.
  var signature: [UInt8] {
    switch self {
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    }
  }

  /// The kind that a file begins as, even if it ends before it has shown everything.
  init?(_ file: Data) {
    let kinds = [Self.png, .jpeg]
    guard
      let kind = kinds.first(where: { kind in
        let length = min(file.count, kind.signature.count)
        return file.prefix(length).elementsEqual(kind.signature.prefix(length))
      })
    else { return nil }
    self = kind
  }
}

extension ImageInfo.Trouble: CustomStringConvertible {
  /// A sentence for the screen.
  var description: String {
    switch self {
    case .empty: "The image is empty."
    case .unknownKind: "This is neither a PNG nor a JPEG image."
    case .truncated(let kind): "The \(kind.rawValue) image ends before its size is told."
    case .malformed(let kind, let reason): "The \(kind.rawValue) image is damaged: \(reason)."
    }
  }
}
