/// A scanner that replaces the credentials of the URLs in a text.
///
/// It reads escapes as the bytes they mean, at any depth: a value may be an escaped URL. What it
/// hides ends only at a byte that is not escaped, because a secret may contain any escaped byte.
struct URLTextScanner {
  private let raw: [UInt8]
  private let bytes: [DecodedByte]
  private var name: SecretName
  private var result: [UInt8] = []
  private var index = 0
  /// The index where the authority ends whose user was redacted.
  private var authorityEnd = 0
  private var isInQuery = false

  private var scanned = 0

  /// The number of bytes that were searched, and of texts that were compared.
  var work: Int { scanned + name.work }

  init(_ text: String, _ name: SecretName) {
    raw = Array(text.utf8)
    bytes = DecodedByte.decoded(raw)
    self.name = name
  }

  mutating func redacted() -> String {
    while index < bytes.count {
      if startsAuthority { redactUser() }
      let byte = bytes[index]
      copy(to: index + 1)
      name.append(byte.value)
      if byte.value == UInt8(ascii: "=") { redactValue() }
      if startsName(byte) { name.reset() }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// True after `//`, `:/` or `https:`, also with backslashes, as browsers read a URL.
  private var startsAuthority: Bool {
    guard index > 0, index >= authorityEnd, !isSlash(index) else { return false }
    guard isSlash(index - 1) else {
      return isColon(index - 1) && (name.ends(with: "http") || name.ends(with: "https"))
    }
    return index > 1 && (isSlash(index - 2) || isColon(index - 2))
  }

  /// Redacts the user and the password, up to the last `@` of the authority.
  private mutating func redactUser() {
    authorityEnd = end { "/?#".utf8.contains($0) }
    let at = bytes[index..<authorityEnd].lastIndex { $0.value == UInt8(ascii: "@") }
    if let at, at > index { skip(to: at) }
  }

  /// Redacts the value after a `=` if its name is that of a secret.
  private mutating func redactValue() {
    let end = name.isSecret ? end { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } : index
    if end > index { skip(to: end) }
  }

  /// Returns true if a name starts after this byte.
  ///
  /// In a query, `/` and `?` are part of a name.
  private mutating func startsName(_ byte: DecodedByte) -> Bool {
    guard !byte.isEscaped else { return false }
    switch byte.value {
    case UInt8(ascii: "&"), UInt8(ascii: "="): return true
    case UInt8(ascii: "/"): return !isInQuery
    case UInt8(ascii: "?"), UInt8(ascii: "#"):
      defer { isInQuery = true }
      return !isInQuery || byte.value == UInt8(ascii: "#")
    case _: return false
    }
  }

  private mutating func end(at isEnd: (UInt8) -> Bool) -> Int {
    let end = bytes[index...].firstIndex { !$0.isEscaped && isEnd($0.value) } ?? bytes.count
    scanned += end - index
    return end
  }

  private func isSlash(_ index: Int) -> Bool {
    bytes[index].value == UInt8(ascii: "/") || bytes[index].value == UInt8(ascii: "\\")
  }

  private func isColon(_ index: Int) -> Bool { bytes[index].value == UInt8(ascii: ":") }

  private mutating func copy(to end: Int) {
    result += raw[bytes[index].start..<bytes[end - 1].end]
    index = end
  }

  private mutating func skip(to end: Int) {
    result += HTTPRedaction.placeholder.utf8
    index = end
  }
}

/// A byte of a text, or the byte that an escape such as `%2F` or `%252F` means.
private struct DecodedByte {
  let value: UInt8
  /// The range of the text.
  let start, end: Int

  var isEscaped: Bool { end - start > 1 }

  /// Returns the bytes of a text, without any escape that is left, in linear time.
  static func decoded(_ raw: [UInt8]) -> [DecodedByte] {
    var bytes: [DecodedByte] = []
    for (index, value) in raw.enumerated() {
      bytes.append(DecodedByte(value: value, start: index, end: index + 1))
      while let escape = escape(bytes.suffix(3)) {
        bytes.replaceSubrange((bytes.count - 3)..., with: [escape])
      }
    }
    return bytes
  }

  private static func escape(_ bytes: ArraySlice<DecodedByte>) -> DecodedByte? {
    guard bytes.count == 3, let percent = bytes.first, percent.value == UInt8(ascii: "%"),
      let last = bytes.last, let high = digit(bytes[bytes.startIndex + 1]), let low = digit(last)
    else { return nil }
    return DecodedByte(value: high << 4 | low, start: percent.start, end: last.end)
  }

  private static func digit(_ byte: DecodedByte) -> UInt8? {
    Character(Unicode.Scalar(byte.value)).hexDigitValue.map { UInt8($0) }
  }
}
