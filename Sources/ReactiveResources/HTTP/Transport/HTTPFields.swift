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

  /// The value of a field; `nil` without such a field.
  ///
  /// Setting it replaces all values of the name.
  ///
  /// - Parameter name: The name in any case.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// Adds a value to a field.
  ///
  /// - Parameters:
  ///   - value: The value, which is appended to existing values of the name.
  ///   - name: The name in any case.
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
  ///
  /// - Parameter elements: The names and the values.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(value, for: name) }
  }
}

extension HTTPFields: Sequence {
  /// Returns an iterator over the fields, in alphabetical order of their names.
  ///
  /// - Returns: An iterator over names in lowercase and values.
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
