/// Which resource it is, and at which size.
///
/// Sizes of one path are the same picture: what is there of one may stand in for another.
public struct ResourceKey: Hashable, Sendable {
  /// Which resource it is, for instance the path of a poster.
  public var path: String
  /// At which size; the original by default.
  public var size: ResourceSize

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - path: Which resource it is.
  ///   - size: At which size; the original by default.
  public init(_ path: String, size: ResourceSize = .original) {
    self.path = path
    self.size = size
  }
}

/// How large a resource is, by the measure that the server sells it by, such as its width in pixels.
public struct ResourceSize: Hashable, Sendable, Comparable {
  /// The measure, in pixels; `nil` for the original, which counts as larger than all others.
  public let pixels: Int?

  /// Creates a size.
  ///
  /// - Parameter pixels: The measure, in pixels.
  public init(pixels: Int) { self.pixels = pixels }

  private init() { pixels = nil }

  /// As large as there is.
  public static let original = ResourceSize()

  /// Whether one is smaller than another.
  public static func < (one: ResourceSize, another: ResourceSize) -> Bool {
    (one.pixels ?? .max) < (another.pixels ?? .max)
  }
}

extension ResourceSize: CustomStringConvertible {
  /// The number of pixels, or `original`.
  public var description: String { pixels.map(String.init) ?? "original" }
}

extension ResourceSize: ExpressibleByIntegerLiteral {
  /// Creates a size.
  ///
  /// - Parameter pixels: The measure, in pixels.
  public init(integerLiteral pixels: Int) { self.init(pixels: pixels) }
}
