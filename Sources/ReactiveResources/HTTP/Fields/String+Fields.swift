extension HTTPFields {
  /// Returns the members of a list field; none without the field.
  func members(of name: String) -> [String] { self[name]?.fieldMembers ?? [] }
}

extension String {
  /// The members of a list field, trimmed and without empty ones; quotes stay (RFC 9110, 5.6.1).
  ///
  /// Commas in quotes separate no members. A quote opens a quoted text only at the start of a
  /// member or of its value. An unterminated quote is an ordinary character, so that it hides no
  /// member after it.
  var fieldMembers: [String] {
    let bytes = Array(utf8)
    var members: [ArraySlice<UInt8>] = []
    var (start, index) = (0, 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ",") {
        members.append(bytes[start..<index])
        start = index + 1
      }
      index = (opensQuote(bytes, start, index) ? endOfQuote(bytes, index) : nil) ?? index + 1
    }
    members.append(bytes[start...])
    return members.map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
      .filter { !$0.isEmpty }
  }

  /// The parts of a member `name=value`; a name alone has no value.
  var fieldPair: (name: String, value: String?) {
    guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (lowercased(), nil) }
    let value = String(self[utf8.index(after: equals)...]).trimmingBlanks
    return (String(self[..<equals]).trimmingBlanks.lowercased(), value.quotedText ?? value)
  }

  /// The text between quotes; `nil` if the text is not quoted.
  var quotedText: String? {
    guard utf8.count >= 2, utf8.first == UInt8(ascii: "\""), utf8.last == UInt8(ascii: "\"") else {
      return nil
    }
    return String(utf8.dropFirst().dropLast()) ?? "\""
  }

  /// The text without spaces and tabs at its ends (RFC 9110, 5.6.3).
  var trimmingBlanks: String {
    let isText = { (byte: UInt8) in byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: isText), let last = utf8.lastIndex(where: isText)
    else { return "" }
    return String(self[first...last])
  }
}

/// Returns true for a quote that is the first byte of a member, or follows `=` or `W/`.
private func opensQuote(_ bytes: [UInt8], _ start: Int, _ index: Int) -> Bool {
  guard bytes[index] == UInt8(ascii: "\"") else { return false }
  let before = bytes[start..<index].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  return before == nil || before == UInt8(ascii: "=") || before == UInt8(ascii: "/")
}

/// Returns the index after the closing quote; `nil` if the quote is unterminated.
private func endOfQuote(_ bytes: [UInt8], _ start: Int) -> Int? {
  var index = start + 1
  while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
  }
  return index < bytes.count ? index + 1 : nil
}
