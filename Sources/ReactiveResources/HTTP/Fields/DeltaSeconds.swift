/// A number of seconds in a header field (RFC 9111, 1.2.2).
enum DeltaSeconds {
  /// The value of a number that is too large: 68 years, or a second less where `Int` has 32 bits.
  static let limit = Int(clamping: 2_147_483_648 as Int64)

  /// Parses digits; returns `nil` for anything else.
  static func seconds(from text: String) -> Int? {
    guard !text.isEmpty else { return nil }
    var seconds: Int64 = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      seconds = min(Int64(limit), seconds * 10 + Int64(byte - UInt8(ascii: "0")))
    }
    return Int(seconds)
  }
}
