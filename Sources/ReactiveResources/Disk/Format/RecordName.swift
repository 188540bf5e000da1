/// The file name of a key.
///
/// The name is a hash of the key. The key in the file decides whether the record matches. Of two
/// keys with the same hash, the later record replaces the earlier one.
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

  /// Returns the 64-bit FNV-1a hash, by Fowler, Noll and Vo, of the key's UTF-8.
  static func hash(of key: String) -> UInt64 {
    key.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
