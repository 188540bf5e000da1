public import Foundation
import ReactiveLoadable

/// A stored body with metadata, such as validators and times.
public struct ResourceRecord: Hashable, Sendable {
  /// The metadata by name, empty by default; names and values may contain any characters.
  public var metadata: [String: String]
  /// The bytes of the body.
  public var body: Data

  /// Enough entries for the metadata of most responses, for tables that do not grow while filled.
  static let usualMetadataCount = 24

  /// Creates a record from its properties.
  public init(metadata: [String: String] = [:], body: Data) {
    self.metadata = metadata
    self.body = body
  }
}

// Credentials in the metadata are redacted.
extension ResourceRecord: Described {
  package var objectText: ObjectText {
    ObjectText("ResourceRecord", counted(body.count, "byte"), ["metadata": fields])
  }

  package var mirrorParts: KeyValuePairs<String, Any?> { ["metadata": fields, "body": body] }

  private var fields: String {
    let sorted = metadata.sorted { $0.key < $1.key }
    return HTTPRedaction.text(of: sorted.map { (name: $0.key, value: $0.value) })
  }
}
