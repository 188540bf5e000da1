/// A number of seconds in a header field (RFC 9111, 1.2.2).
enum DeltaSeconds {
  /// The value of a number that is too large: 68 years.
  static let limit = 2_147_483_648

  /// Parses digits; returns `nil` for anything else.
  static func seconds(from text: String) -> Int? {
    guard !text.isEmpty else { return nil }
    var seconds = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      seconds = min(limit, seconds * 10 + Int(byte - UInt8(ascii: "0")))
    }
    return seconds
  }
}
