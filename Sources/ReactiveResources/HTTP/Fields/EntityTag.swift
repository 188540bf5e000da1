/// The validator of a representation, a quoted text that a server chose (RFC 9110, 8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// How much it promises.
  public enum Strength: Hashable, Sendable {
    /// Equal tags mean equal bytes.
    case strong
    /// Equal tags mean that either will do.
    case weak
  }

  /// How much it promises.
  public var strength: Strength
  /// The text between the quotes.
  public var opaque: String

  /// Reads a tag such as `"v1"` or `W/"v1"`.
  ///
  /// Spaces and tabs between the quotes are accepted, as some servers send them, although RFC 9110
  /// (8.8.3) has none; they are sent back as they came.
  ///
  /// - Parameter text: The value of the field; the result is `nil` if it is not exactly one tag.
  public init?(_ text: String) {
    let isWeak = text.hasPrefix("W/")
    let quoted = isWeak ? text.dropFirst(2) : text[...]
    guard quoted.utf8.count >= 2, quoted.utf8.first == UInt8(ascii: "\""),
      quoted.utf8.last == UInt8(ascii: "\"")
    else { return nil }
    let opaque = String(quoted.utf8.dropFirst().dropLast()) ?? "\""
    guard opaque.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.init(opaque: opaque, isWeak ? .weak : .strong)
  }

  private init(opaque: String, _ strength: Strength) {
    self.opaque = opaque
    self.strength = strength
  }

  /// The tag as it is sent.
  public var text: String {
    switch strength {
    case .strong: "\"\(opaque)\""
    case .weak: "W/\"\(opaque)\""
    }
  }

  /// Whether both stand for the same bytes: both strong, and equal (RFC 9110, 8.8.3.2).
  ///
  /// - Parameter other: Another tag.
  /// - Returns: Whether they match.
  public func matchesStrongly(_ other: EntityTag) -> Bool {
    strength == .strong && other.strength == .strong && matchesWeakly(other)
  }

  /// Whether either will do for the other: equal texts (RFC 9110, 8.8.3.2).
  ///
  /// - Parameter other: Another tag.
  /// - Returns: Whether they match.
  public func matchesWeakly(_ other: EntityTag) -> Bool {
    // Bytes, because texts are also equal when they only look the same.
    opaque.utf8.elementsEqual(other.opaque.utf8)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x20 || byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
  }
}
