/// The range of a body that a response contains (RFC 9110, 14.4).
struct ContentRange: Hashable {
  /// The positions of the first and the last byte.
  var first: Int
  var last: Int
  /// The number of bytes of the complete body.
  var total: Int

  /// Parses `bytes 0-9/100`; `nil` for anything else, also without a total length.
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

  /// Parses digits only: `Int` itself would accept a sign.
  static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
