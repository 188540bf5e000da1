/// Which part of a whole an answer is (RFC 9110, 14.4).
struct ContentRange: Hashable {
  /// The number of its first byte, and of its last.
  var first: Int
  var last: Int
  /// How many bytes the whole has.
  var total: Int

  /// Reads `bytes 0-9/100`; `nil` for anything else, also where the total is not told.
  init?(_ text: String?) {
    guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, ends.count == 2, let first = Self.number(ends[0]),
      let last = Self.number(ends[1]), let total = Self.number(parts[1]), first <= last,
      last < total
    else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  /// Digits only: `Int` itself would accept a sign.
  static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
