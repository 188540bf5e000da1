/// The hash of a key, by which a folder finds its record; the key itself is not stored.
///
/// It is SHA-256 of the key's UTF-8. The first half is the name of the file; the whole hash in the
/// file decides whether the record matches. Of two keys with the same name, the later record
/// replaces the earlier one.
struct KeyHash: Hashable {
  /// The hash as 64 hexadecimal digits in lowercase.
  let text: String

  init(of key: String) { text = SHA256.hex(of: key.utf8) }

  /// Reads a hash; `nil` if the text is none.
  init?(_ text: String) {
    guard SHA256.isHex(text, digits: 64) else { return nil }
    self.text = text
  }

  /// The name of the record's file.
  var fileName: String { text.prefix(RecordName.digits) + RecordName.ending }
}

/// The file names of a cache.
enum RecordName {
  fileprivate static let ending = ".record"
  private static let temporaryEnding = ".part"
  fileprivate static let digits = 32
  /// The digits in the names of format 1, whose records contain the key.
  private static let formerDigits = 16

  static func temporary(for name: String, process: Int32, number: UInt64) -> String {
    "\(name).\(process)-\(number)\(temporaryEnding)"
  }

  static func isRecord(_ name: String) -> Bool { isRecord(name, digits) }

  /// Returns true for a record or a temporary file of an earlier format.
  static func isFormer(_ name: String) -> Bool {
    isRecord(name, formerDigits) || isTemporary(name, formerDigits)
  }

  static func isTemporary(_ name: String) -> Bool { isTemporary(name, digits) }

  private static func isRecord(_ name: String, _ digits: Int) -> Bool {
    name.hasSuffix(ending) && SHA256.isHex(name.dropLast(ending.count), digits: digits)
  }

  private static func isTemporary(_ name: String, _ digits: Int) -> Bool {
    name.hasSuffix(temporaryEnding)
      && isRecord(String(name.prefix(digits + ending.count)), digits)
  }
}
