public import Foundation

/// A stored body with named facts about it, such as validators and times.
public struct ResourceRecord: Hashable, Sendable {
  /// The facts by name; names and values may contain any characters.
  public var metadata: [String: String]
  /// The bytes of the body.
  public var body: Data

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - metadata: The facts by name; none by default.
  ///   - body: The bytes of the body.
  public init(metadata: [String: String] = [:], body: Data) {
    self.metadata = metadata
    self.body = body
  }
}
