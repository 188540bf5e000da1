/// Header fields by name, whatever the case of its letters.
///
/// Names are kept in small letters. Fields of one name are one field, their values joined by commas
/// (RFC 9110, 5.3).
public struct HTTPFields: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Creates no fields.
  public init() {}

  /// The value of a field; `nil` if there is none.
  ///
  /// Setting it replaces all values of the name.
  ///
  /// - Parameter name: The name in any case.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// Adds a value to those that a field has.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name in any case.
  public mutating func add(_ value: String, for name: String) {
    self[name] = self[name].map { "\($0), \(value)" } ?? value
  }

  /// Replaces the fields that others also have, and adds those that only others have.
  func merging(_ others: HTTPFields) -> HTTPFields {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }

  /// Leaves out the fields with these names, in small letters.
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
  /// Starts going through the fields, by name in the order of the alphabet.
  ///
  /// - Returns: An iterator over names in small letters and values.
  public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }.makeIterator()
  }
}
