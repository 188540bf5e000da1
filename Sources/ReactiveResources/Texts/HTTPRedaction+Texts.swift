import Foundation

extension HTTPRedaction {
  static let placeholder = "REDACTED"

  /// Returns the value of a field, a query item or a metadata entry as a text may contain it.
  static func value(_ value: String, of name: String) -> String {
    contains(name) ? placeholder : text(value)
  }

  /// Returns names and values as Swift prints a dictionary, with redacted values.
  static func text(of pairs: some Sequence<(name: String, value: String)>) -> String {
    let entries = pairs.map {
      "\(String(reflecting: $0.name)): \(String(reflecting: value($0.value, of: $0.name)))"
    }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }

  /// Returns a text that is or contains URLs, without their users, passwords and credentials.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=") }) else {
      return text
    }
    var scanner = URLTextScanner(text)
    return scanner.redacted()
  }

  static func url(_ url: URL) -> URL { URL(string: text(url.absoluteString)) ?? url }

  /// Returns an error of Foundation with redacted URLs in its user info; other errors unchanged.
  static func error(_ error: any Error) -> any Error { Self.error(error, depth: 0) }

  private static func error(_ error: any Error, depth: Int) -> any Error {
    // NB: Tested on the type, because a cast of an error may bridge it. Causes may be circular.
    let type = Swift.type(of: error as Any)
    guard depth < 16, type is URLError.Type || type is NSError.Type else { return error }
    let userInfo = (error as NSError).userInfo.mapValues { value -> Any in
      switch value {
      case let url as URL: self.url(url)
      case let text as String: self.text(text)
      case let cause as any Error: self.error(cause, depth: depth + 1)
      case _: value
      }
    }
    if let error = error as? URLError { return URLError(error.code, userInfo: userInfo) }
    let error = error as NSError
    return NSError(domain: error.domain, code: error.code, userInfo: userInfo)
  }
}

/// A scanner that replaces the credentials of the URLs in a text.
private struct URLTextScanner {
  private let bytes: [UInt8]
  private var result: [UInt8] = []
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func redacted() -> String {
    while index < bytes.count {
      let byte = bytes[index]
      copy(to: index + 1)
      switch byte {
      case UInt8(ascii: "/"): redactUser()
      case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): redactItem()
      case _: break
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Redacts the user and the password after `//`.
  private mutating func redactUser() {
    guard index >= 2, bytes[index - 2] == UInt8(ascii: "/") else { return }
    let authority = bytes[index...].prefix { !Self.endsAuthority($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")), at > index else { return }
    skip(to: at)
  }

  /// Redacts the value of a query item, or of a fragment, after its separator.
  private mutating func redactItem() {
    let name = bytes[index...].prefix { !Self.endsName($0) }
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=") else { return }
    let text = String(decoding: name, as: UTF8.self)
    guard HTTPRedaction.contains(text.removingPercentEncoding ?? text) else { return }
    copy(to: name.endIndex + 1)
    let value = bytes[index...].prefix { !Self.endsValue($0) }
    if !value.isEmpty { skip(to: value.endIndex) }
  }

  private mutating func copy(to end: Int) {
    result += bytes[index..<end]
    index = end
  }

  private mutating func skip(to end: Int) {
    result += HTTPRedaction.placeholder.utf8
    index = end
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    endsValue(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    endsAuthority(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ";")
  }

  /// True for the bytes that end a value in a URL, or the URL in a text.
  private static func endsValue(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || #""<>&#"#.utf8.contains(byte)
  }
}
