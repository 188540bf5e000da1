/// The members of a field whose value is a list, split at commas outside of quotes (RFC 9110, 5.6.1).
enum FieldList {
  /// Splits a value; members are trimmed and empty ones left out, quotes stay.
  static func members(of value: String) -> [String] {
    split(value, at: UInt8(ascii: ",")).filter { !$0.isEmpty }
  }

  /// Splits a member `name=value` in two; a name alone has no value.
  static func pair(_ member: String) -> (name: String, value: String?) {
    guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return (member.lowercased(), nil)
    }
    let value = String(member[member.utf8.index(after: equals)...])
    return (trimmed(member[..<equals]).lowercased(), unquoted(trimmed(value[...])))
  }

  private static func split(_ text: String, at separator: UInt8) -> [String] {
    var members: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if byte == separator, !isQuoted {
        members.append([])
        continue
      }
      members[members.count - 1].append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
    }
    return members.map { trimmed(String(decoding: $0, as: UTF8.self)[...]) }
  }

  /// A text without spaces and tabs at its ends.
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
