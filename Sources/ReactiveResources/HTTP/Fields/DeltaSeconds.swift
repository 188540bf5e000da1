extension StringProtocol {
  /// True for one or more digits: `Int` itself would accept a sign.
  var isDigits: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

extension Int {
  /// The value of a number of seconds that is too large: 68 years, or a second less where `Int` has
  /// 32 bits.
  static let deltaSecondsLimit = Int(clamping: 2_147_483_648 as Int64)

  /// Parses digits; `nil` for anything else.
  init?(digits: some StringProtocol) {
    guard digits.isDigits else { return nil }
    self.init(digits)
  }

  /// Parses a number of seconds in a header field; `nil` for anything else (RFC 9111, 1.2.2).
  init?(deltaSeconds text: some StringProtocol) {
    guard text.isDigits else { return nil }
    self = Swift.min(Int(text) ?? .max, Self.deltaSecondsLimit)
  }
}
