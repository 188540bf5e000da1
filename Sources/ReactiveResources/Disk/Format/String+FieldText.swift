import Foundation

/// A field of a head has no separators of fields and lines and no control characters.
///
/// A backslash, a tab, a line feed and a carriage return are written as `\\`, `\t`, `\n` and `\r`,
/// other control characters by their number, as in `\x1b`.
extension String {
  var escapedAsField: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
      return self
    }
    return unicodeScalars.map { scalar in
      if let escape = escapes.first(where: { $0.scalar == scalar }) { return "\\\(escape.letter)" }
      let isControl = scalar.value < 0x20 || scalar.value == 0x7F
      return isControl ? Self(format: "\\x%02x", scalar.value) : Self(scalar)
    }
    .joined()
  }

  /// Reads a field; `nil` if it is malformed.
  init?(field: UnsafeRawBufferPointer) {
    if field.index(of: UInt8(ascii: "\t")) != nil { return nil }
    guard field.index(of: UInt8(ascii: "\\")) != nil else {
      // NB: `init(validating:as:)` is generic, and costs 1,000 instructions more. Malformed bytes are
      // repaired, and differ then.
      self.init(decoding: field, as: UTF8.self)
      if !field.isText(self) { return nil }
      return
    }
    var bytes: [UInt8] = []
    var rest = field[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let special = Self.special(&rest) else { return nil }
      bytes.append(special)
    }
    self.init(validating: bytes, as: UTF8.self)
  }

  private static func special(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt8? {
    guard let letter = rest.popFirst().map(Unicode.Scalar.init) else { return nil }
    if letter != "x" {
      return escapes.first { $0.letter == letter }.map { UInt8(ascii: $0.scalar) }
    }
    guard rest.count >= 2 else { return nil }
    defer { rest = rest.dropFirst(2) }
    return String(validating: rest.prefix(2), as: UTF8.self).flatMap { UInt8($0, radix: 16) }
  }
}

private let escapes: [(scalar: Unicode.Scalar, letter: Unicode.Scalar)] = [
  ("\\", "\\"), ("\t", "t"), ("\n", "n"), ("\r", "r"),
]
