/// Reads keys from the bytes that a terminal sends for them; a pipe may send the same.
///
/// A key may come in pieces. What no key of the demo sends is passed over.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// The keys that are complete with these bytes.
  mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = Self.first(of: pending) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The first key, if there is one, and how many bytes it takes; nil while bytes are missing.
  private static func first(of bytes: [UInt8]) -> (key: Key?, length: Int)? {
    guard let byte = bytes.first else { return nil }
    return switch byte {
    case 0x1B: escape(bytes)
    case 0..<0x20, 0x7F: (controls[byte], 1)
    default: text(bytes)
    }
  }

  private static let controls: [UInt8: Key] = [
    0x03: .interrupt, 0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0D: .enter, 0x7F: .backspace,
  ]
}

extension KeyDecoder {
  private static func text(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    let length = length(from: bytes[0])
    guard bytes.count >= length else { return nil }
    guard let character = String(validating: bytes.prefix(length), as: UTF8.self)?.first else {
      return (nil, 1)
    }
    return (.text(character), length)
  }

  /// How many bytes a character has that begins with this one.
  private static func length(from byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// `ESC [`, parameters and a last byte, or `ESC O` and one byte; else the escape alone.
  private static func escape(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
        return nil
      }
      return (sequences[String(decoding: bytes[2...end], as: UTF8.self)], end + 1)
    default: return (nil, 1)
    }
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end,
    "8~": .end, "5~": .pageUp, "6~": .pageDown,
  ]
}
