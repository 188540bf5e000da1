/// The text of a field, without separators of fields and lines and without control characters.
///
/// A backslash, a tab, a line feed and a carriage return are written as `\\`, `\t`, `\n` and `\r`,
/// other control characters by their number, as in `\x1b`.
enum FieldText {
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 { append(byte, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\")
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    guard isSpecial(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    if let letter = letters.first(where: { $0.byte == byte })?.letter {
      return bytes.append(letter)
    }
    bytes.append(UInt8(ascii: "x"))
    let hex = String(byte, radix: 16)
    bytes += (hex.count == 1 ? "0" + hex : hex).utf8
  }

  private static let letters: [(byte: UInt8, letter: UInt8)] = [
    (UInt8(ascii: "\\"), UInt8(ascii: "\\")), (UInt8(ascii: "\t"), UInt8(ascii: "t")),
    (UInt8(ascii: "\n"), UInt8(ascii: "n")), (UInt8(ascii: "\r"), UInt8(ascii: "r")),
  ]

  /// Returns the text of a field; `nil` if it is malformed.
  static func text(_ field: Slice<UnsafeRawBufferPointer>) -> String? {
    guard field.contains(UInt8(ascii: "\\")) else {
      return String(validating: field, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let special = special(&rest) else { return nil }
      bytes.append(special)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func special(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt8? {
    guard let letter = rest.popFirst() else { return nil }
    if letter != UInt8(ascii: "x") { return letters.first { $0.letter == letter }?.byte }
    guard rest.count >= 2 else { return nil }
    defer { rest = rest.dropFirst(2) }
    return String(validating: rest.prefix(2), as: UTF8.self).flatMap { UInt8($0, radix: 16) }
  }
}
