public import Foundation

/// HTTP header fields by case-insensitive name.
///
/// Names are stored in lowercase. Fields of one name are one field, with their values joined by
/// commas (RFC 9110, 5.3). Descriptions and dumps redact credentials; see ``HTTPRedaction``.
///
/// Any name and value can be set. A request with a field that cannot be sent, such as a token with
/// a line break, fails with ``ResourceError/invalidField(_:)`` before anything is sent.
public struct HTTPFields: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Creates an empty value.
  public init() {}

  /// The value of a field by its name in any case; `nil` without such a field.
  ///
  /// Setting it replaces all values of the name.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// Appends a value to the existing values of a name in any case.
  public mutating func add(_ value: String, for name: String) {
    self[name] = self[name].map { "\($0), \(value)" } ?? value
  }

  /// Returns the fields of both; fields of `others` replace fields with the same name.
  func merging(_ others: HTTPFields) -> HTTPFields {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }

  /// Returns the fields without those with these names, in lowercase.
  func without(_ names: Set<String>) -> HTTPFields {
    var rest = self
    rest.values = values.filter { !names.contains($0.key) }
    return rest
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields from names and values; fields of one name are joined.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(value, for: name) }
  }
}

extension HTTPFields: Sequence {
  /// Returns an iterator over names in lowercase and values, in alphabetical order of the names.
  public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }.makeIterator()
  }
}

extension HTTPFields: CustomStringConvertible, CustomReflectable {
  /// The fields in the order of their names, with redacted credentials: `["etag": "\"1\""]`.
  ///
  /// See ``HTTPRedaction``.
  public var description: String { HTTPRedaction.text(of: self) }

  /// A mirror of the names and the values, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: map { (key: $0.name, value: HTTPRedaction.value($0.value, of: $0.name)) },
      displayStyle: .dictionary
    )
  }
}

extension HTTPFields {
  /// Throws an error for the first field that a request must not have.
  func validate() throws(HTTPFieldError) {
    for (name, value) in self {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else { throw .name(name) }
      guard Self.isValue(value) else { throw .value(of: name) }
      guard !Self.reserved.contains(name) else { throw .reserved(name) }
    }
  }

  /// Returns true if a value has no control characters except tabs.
  static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]
}

/// The reason why a header field of a request cannot be sent.
public enum HTTPFieldError: LocalizedError, Hashable, Sendable {
  /// The name is empty, or contains a character that a name must not contain (RFC 9110, 5.1).
  case name(String)
  /// The value of this field contains a control character, such as a line break (RFC 9110, 5.5).
  ///
  /// The error does not contain the value, which may be a credential.
  case value(of: String)
  /// The transport sets this field: `Host`, `Content-Length`, or a field of the connection.
  case reserved(String)

  /// A sentence that names the field and the reason.
  public var errorDescription: String? {
    switch self {
    case .name(let name):
      "The header field \(String(reflecting: name)) cannot be sent, because its name is not valid."
    case .value(let name):
      """
      The header field "\(name)" cannot be sent, because its value contains a control character, \
      such as a line break. Remove it from the value.
      """
    case .reserved(let name):
      "The header field \"\(name)\" cannot be sent, because the transport sets it. Remove the field."
    }
  }
}
