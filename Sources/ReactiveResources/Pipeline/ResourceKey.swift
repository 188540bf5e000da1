/// The path and the size of a resource, such as the thumbnail of an image.
///
/// Sizes of one path are the same image: while one size loads, another one may be its stand-in.
public struct ResourceKey: Hashable, Sendable {
  /// The identity of the resource, for instance the path of a poster.
  public var path: String
  /// The size of the resource; the original by default.
  public var size: ResourceSize

  /// Creates a key from a path and a size, by default that of the original.
  public init(_ path: String, size: ResourceSize = .original) {
    self.path = path
    self.size = size
  }
}

/// A size that the server offers, such as a width in pixels.
public struct ResourceSize: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number of pixels; `nil` for the original, which is larger than all other sizes.
  public let pixels: Int?

  /// Creates a size from its number of pixels.
  public init(pixels: Int) { self.pixels = pixels }

  private init() { pixels = nil }

  /// The original, the largest size.
  public static let original = ResourceSize()

  /// Returns true if the first size is smaller than the second one.
  public static func < (one: ResourceSize, another: ResourceSize) -> Bool {
    (one.pixels ?? .max) < (another.pixels ?? .max)
  }

  /// The number of pixels, or `original`.
  public var description: String { pixels.map(String.init) ?? "original" }
}

extension ResourceSize: ExpressibleByIntegerLiteral {
  /// Creates a size from its number of pixels.
  public init(integerLiteral pixels: Int) { self.init(pixels: pixels) }
}

extension ResourceKey: CustomStringConvertible, CustomReflectable {
  /// The path, with the size unless it is the original: `heat.jpg@92`.
  ///
  /// If the path is a URL, its credentials are redacted; see ``HTTPRedaction``.
  public var description: String {
    size == .original ? redactedPath : "\(redactedPath)@\(size)"
  }

  /// A mirror of the path and the size, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(self, children: ["path": redactedPath, "size": size], displayStyle: .struct)
  }

  private var redactedPath: String { HTTPRedaction.text(path) }
}
