/// The members of a list field, split at commas outside of quotes (RFC 9110, 5.6.1).
///
/// A quote opens a quoted text only at the start of a member or of its value. An unterminated quote
/// is an ordinary character, so that it hides no member after it.
enum FieldList {
  /// Splits a value into trimmed members, without empty ones; quotes stay.
  static func members(of value: String) -> [String] {
    split(value, at: UInt8(ascii: ",")).filter { !$0.isEmpty }
  }

  /// Splits a member `name=value`; a name alone has no value.
  static func pair(_ member: String) -> (name: String, value: String?) {
    guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return (member.lowercased(), nil)
    }
    let value = String(member[member.utf8.index(after: equals)...])
    return (trimmed(member[..<equals]).lowercased(), unquoted(trimmed(value[...])))
  }

  private static func split(_ text: String, at separator: UInt8) -> [String] {
    let bytes = Array(text.utf8)
    var members: [ArraySlice<UInt8>] = []
    var (start, index) = (0, 0)
    while index < bytes.count {
      if bytes[index] == separator {
        members.append(bytes[start..<index])
        start = index + 1
      }
      index = (opensQuote(bytes, start, index) ? endOfQuote(bytes, index) : nil) ?? index + 1
    }
    members.append(bytes[start...])
    return members.map { trimmed(String(decoding: $0, as: UTF8.self)[...]) }
  }

  /// Returns true for a quote that is the first byte of a member, or follows `=` or `W/`.
  private static func opensQuote(_ bytes: [UInt8], _ start: Int, _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "\"") else { return false }
    let before = bytes[start..<index].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return before == nil || before == UInt8(ascii: "=") || before == UInt8(ascii: "/")
  }

  /// Returns the index after the closing quote; `nil` if the quote is unterminated.
  private static func endOfQuote(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < bytes.count ? index + 1 : nil
  }

  /// Returns a text without spaces and tabs at its ends.
  static func trimmed(_ text: Substring) -> String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""),
      text.utf8.last == UInt8(ascii: "\"")
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
