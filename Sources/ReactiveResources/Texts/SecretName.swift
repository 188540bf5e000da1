/// A name of a value, read byte by byte, that may be one whose value is redacted.
///
/// It is redacted if its letters contain a part of ``parts``, or consecutive words of it are a word
/// of ``words`` or an added name. The work for each byte is bounded, whatever the name is.
struct SecretName {
  /// True if the value is redacted.
  private(set) var isSecret = false
  /// The number of texts that were compared, and of bytes in compared words.
  private(set) var work = 0
  private let added: Set<[UInt8]>
  private let longest: Int
  /// The last letters and digits in lowercase, without separators.
  private var letters: [UInt8] = []
  /// The indices in `letters` where its words start.
  private var starts: [Int] = []
  private var last = Kind.separator

  init(added: Set<[UInt8]>) {
    self.added = added
    longest = max(Self.longest, added.lazy.map(\.count).max() ?? 0)
  }

  /// Adds a byte; a name that was found stays one.
  mutating func append(_ byte: UInt8) {
    let kind = Kind(byte)
    // `SIDToken` is `SID` and `Token`: the last capital before a small letter starts a word.
    if kind == .small, last == .capital, let start = starts.last, start < letters.count - 1 {
      let capital = letters.removeLast()
      endWord()
      startWord()
      letters.append(capital)
    } else if kind != last, !(kind == .small && last == .capital) {
      endWord()
      if kind != .separator { startWord() }
    }
    last = kind
    guard kind != .separator else { return }
    letters.append(kind == .capital ? byte | 0x20 : byte)
    guard !isSecret else { return }
    work += Self.parts.count
    isSecret = Self.parts.contains { letters.ends(with: $0) }
  }

  /// Ends the name, and starts another one.
  mutating func reset() {
    isSecret = false
    last = .separator
    letters.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Ends the last word, before a separator or at the end of the name.
  mutating func endWord() {
    guard last != .separator, !isSecret else { return }
    work += letters.count - (starts.last ?? 0)
    isSecret = starts.last.map { Self.words.contains(Array(letters[$0...])) } ?? false
    guard !isSecret, !added.isEmpty else { return }
    for start in starts.reversed().prefix(while: { letters.count - $0 <= longest }) {
      work += letters.count - start
      if added.contains(Array(letters[start...])) { isSecret = true }
    }
  }

  private mutating func startWord() {
    // Only the end of a long name can still be part of a match.
    if letters.count > 4 * longest {
      let dropped = letters.count - longest
      letters.removeFirst(dropped)
      starts = starts.filter { $0 >= dropped }.map { $0 - dropped }
    }
    starts.append(letters.count)
  }

  /// Returns true if the name so far ends with a text in lowercase.
  func ends(with text: StaticString) -> Bool { letters.ends(with: Array("\(text)".utf8)) }

  /// Returns the letters and digits of a name in lowercase, without separators.
  static func joined(_ name: String) -> [UInt8] {
    name.utf8.filter { Kind($0) != .separator }.map { Kind($0) == .capital ? $0 | 0x20 : $0 }
  }

  private enum Kind {
    case small, capital, digit, other, separator

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case 0x80...: self = .other
      case _: self = .separator
      }
    }
  }

  private static let longest = parts.map(\.count).max() ?? 0

  /// The parts of a name, anywhere in its letters.
  private static let parts: [[UInt8]] = [
    "accesskey", "apikey", "assertion", "auth", "bearer", "cookie", "credential", "csrf", "dpop",
    "hdnea", "hmac", "jwt", "oidc", "passcode", "passphrase", "passwd", "password", "pwd", "secret",
    "sessid", "session", "signature", "token", "xsrf",
  ].map { Array($0.utf8) }

  /// The words of a name that mean nothing within a longer word.
  private static let words = Set(
    ["code", "key", "otp", "pass", "sid", "sig"].map { Array($0.utf8) }
  )
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool {
    count >= other.count && self[(count - other.count)...].elementsEqual(other)
  }
}
