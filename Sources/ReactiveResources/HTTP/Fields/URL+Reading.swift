package import Foundation

extension URL {
  /// Creates a URL from the text of a server or a user, and escapes what a URL cannot contain.
  ///
  /// A `%` before two hexadecimal digits stays, as in a browser: text that mixes escapes and raw
  /// characters, such as `/M%C3%BCnchen Bild.jpg`, is escaped once.
  package init?(reading text: String, relativeTo base: URL? = nil) {
    let bytes = Array(text.utf8)
    let start = Self.endOfAuthority(bytes)
    let rest = Self.escaped(bytes[start...])
    // The host is not escaped, but encoded by Foundation: `münchen.de` is `xn--mnchen-3ya.de`.
    self.init(string: String(decoding: bytes[..<start] + rest, as: UTF8.self), relativeTo: base)
  }

  /// Returns the index after the scheme and the authority; 0 if the text has no authority.
  private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
    let scheme = bytes.prefix { !"/?#".utf8.contains($0) }
    guard scheme.isEmpty || scheme.last == UInt8(ascii: ":"),
      bytes[scheme.endIndex...].starts(with: "//".utf8)
    else { return 0 }
    return bytes[(scheme.endIndex + 2)...].prefix { !"/?#".utf8.contains($0) }.endIndex
  }

  /// Escapes the path, the query and the fragment (RFC 3986, 2.1).
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#"))
    return bytes.indices.flatMap { index in
      let isEscape =
        bytes[index] == UInt8(ascii: "%") && bytes[index...].dropFirst().prefix(2).count == 2
        && bytes[index...].dropFirst().prefix(2).allSatisfy(isHexadecimal)
      let isAllowed = isEscape || index == fragment || isPlain(bytes[index])
      return isAllowed ? [bytes[index]] : escape(bytes[index])
    }
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit
  }

  /// True for the characters that need no escape after the authority.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~:/?@!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber)
  }
}
