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
    guard text.utf8.contains(where: { "@=%".utf8.contains($0) }) else { return text }
    var scanner = URLTextScanner(text, SecretName(added: names))
    return scanner.redacted()
  }

  static func url(_ url: URL) -> URL {
    // A URL that cannot be redacted is not shown.
    URL(string: text(url.absoluteString)) ?? URL(filePath: "/\(placeholder)")
  }
}
