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
    self.init(string: String(decoding: bytes[..<start], as: UTF8.self) + rest, relativeTo: base)
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
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#"))
    return bytes.indices.map { index in
      let character = Unicode.Scalar(bytes[index])
      let digits = bytes[index...].dropFirst().prefix(2)
      let isEscape =
        character == "%" && digits.count == 2
        && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      let isAllowed =
        isEscape || index == fragment || CharacterSet.urlQueryAllowed.contains(character)
      return isAllowed ? String(character) : String(format: "%%%02X", bytes[index])
    }
    .joined()
  }
}
