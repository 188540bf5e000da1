public import Foundation

/// A stored body with metadata, such as validators and times.
public struct ResourceRecord: Hashable, Sendable {
  /// The metadata by name; names and values may contain any characters.
  public var metadata: [String: String]
  /// The bytes of the body.
  public var body: Data

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - metadata: The metadata by name; empty by default.
  ///   - body: The bytes of the body.
  public init(metadata: [String: String] = [:], body: Data) {
    self.metadata = metadata
    self.body = body
  }
}
