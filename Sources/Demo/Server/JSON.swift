/// A value of a message to the page, as text of JSON.
///
/// Keys keep their order, so equal values have equal texts.
struct JSON: Hashable, Sendable, CustomStringConvertible {
  let description: String

  private init(text: String) { description = text }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self.init(text: "null") }
  init(stringLiteral text: String) { self.init(text) }
  init(integerLiteral number: Int) { self.init(number) }
  init(booleanLiteral isOn: Bool) { self.init(isOn) }
  init(dictionaryLiteral fields: (String, JSON)...) { self.init(fields) }

  init(_ fields: [(String, JSON)]) {
    let texts = fields.map { "\(JSON($0))\u{3a}\($1)" }
    self.init(text: "{\(texts.joined(separator: ","))}")
  }

  init(_ items: some Sequence<JSON>) {
    self.init(text: "[\(items.map(\.description).joined(separator: ","))]")
  }

  init(_ number: Int) { self.init(text: "\(number)") }
  init(_ isOn: Bool) { self.init(text: "\(isOn)") }
  init(_ number: Int?) { self = number.map { JSON($0) } ?? nil }
  init(_ text: String?) { self = text.map { JSON($0) } ?? nil }

  init(_ text: String) {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    self.init(text: quoted + "\"")
  }
}
