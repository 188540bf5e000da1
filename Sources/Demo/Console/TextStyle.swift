/// How a line looks on a terminal that can show it.
enum TextStyle: String, Sendable {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case good = "32"
  case bad = "31"

  /// Puts the terminal's codes around a text that has none.
  func applied(to text: String) -> String {
    self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
