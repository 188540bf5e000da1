/// Where the record of a key is looked for.
///
/// The name is a hash, and only says where to look: the key in the file decides. Of two keys with
/// one hash, the later record takes the place of the earlier.
enum RecordName {
  private static let ending = ".record"
  private static let temporaryEnding = ".part"
  private static let digits = 16

  static func name(for key: String) -> String {
    let hex = String(hash(of: key), radix: 16)
    return String(repeating: "0", count: digits - hex.count) + hex + ending
  }

  static func temporary(for name: String, process: Int32, number: Int) -> String {
    "\(name).\(process)-\(number)\(temporaryEnding)"
  }

  static func isRecord(_ name: String) -> Bool {
    name.utf8.count == digits + ending.utf8.count && name.hasSuffix(ending)
      && name.utf8.prefix(digits).allSatisfy(isHexDigit)
  }

  static func isTemporary(_ name: String) -> Bool {
    name.hasSuffix(temporaryEnding) && isRecord(String(name.prefix(digits + ending.count)))
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// FNV-1a with 64 bits, by Fowler, Noll and Vo, of the key's UTF-8.
  static func hash(of key: String) -> UInt64 {
    key.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
