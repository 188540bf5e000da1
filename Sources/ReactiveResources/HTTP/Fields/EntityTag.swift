/// The value of an `ETag` field: a validator of a body, an opaque text in quotes (RFC 9110, 8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// The strength of a validator (RFC 9110, 8.8.1).
  public enum Strength: Hashable, Sendable {
    /// Equal tags identify equal bytes.
    case strong
    /// Equal tags identify equivalent representations, whose bytes may differ.
    case weak
  }

  /// The strength of the tag.
  public var strength: Strength
  /// The text between the quotes.
  public var opaque: String

  /// Parses an entity tag such as `"v1"` or `W/"v1"`.
  ///
  /// Spaces and tabs between the quotes are accepted, since some servers send them, although RFC
  /// 9110 (8.8.3) does not allow them. They are sent back unchanged.
  ///
  /// - Parameter text: The value of the field; the result is `nil` if it is not exactly one tag.
  public init?(_ text: String) {
    let isWeak = text.hasPrefix("W/")
    guard let opaque = (isWeak ? String(text.dropFirst(2)) : text).quotedText,
      opaque.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.opaque = opaque
    strength = isWeak ? .weak : .strong
  }

  /// The tag as the value of a header field, with its quotes.
  public var text: String {
    switch strength {
    case .strong: "\"\(opaque)\""
    case .weak: "W/\"\(opaque)\""
    }
  }

  /// Returns true for two tags of equal bytes: both strong, and equal (RFC 9110, 8.8.3.2).
  public func matchesStrongly(_ other: EntityTag) -> Bool {
    strength == .strong && other.strength == .strong && matchesWeakly(other)
  }

  /// Returns true for two tags of equivalent bodies: equal opaque texts (RFC 9110, 8.8.3.2).
  public func matchesWeakly(_ other: EntityTag) -> Bool {
    // By bytes: Swift strings with different representations of accents are equal.
    opaque.utf8.elementsEqual(other.opaque.utf8)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x20 || byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
  }
}
