public import Foundation

/// What is kept of an answer: its body, and named facts about it, such as validators and times.
public struct ResourceRecord: Hashable, Sendable {
  /// What is known of the body, by name; names and texts may hold any characters.
  public var metadata: [String: String]
  /// The bytes themselves.
  public var body: Data

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - metadata: What is known of the body, by name; nothing by default.
  ///   - body: The bytes themselves.
  public init(metadata: [String: String] = [:], body: Data) {
    self.metadata = metadata
    self.body = body
  }
}
