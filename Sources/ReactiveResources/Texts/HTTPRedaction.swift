import Foundation
import ReactiveLoadable

/// The names of header fields and query items whose values are redacted in texts.
///
/// In the descriptions, dumps and error texts of requests, responses, header fields and keys,
/// `REDACTED` replaces these values, and the user and the password of a URL. So they are in no log
/// of an observer, no timeline and no failure of a test. Values of your types, such as a request
/// that contains a token, are printed as they are.
///
/// ```swift
/// HTTPRedaction.add("member", "X-Device")  // where the app starts
/// print(ResourceRequest(url))  // ResourceRequest(https://a.test/x?member=REDACTED)
/// ```
///
/// See <doc:RevalidatingResources#H16-Credentials-in-texts>.
public enum HTTPRedaction {
  /// Adds names of header fields and query items, for the whole process from now on.
  ///
  /// It may be called from any thread.
  ///
  /// - Parameter names: The names: words of a longer name. Separators and the case of ASCII letters
  ///   are ignored: `member-id` is also `memberId` and `old_member_id`.
  public static func add(_ names: String...) {
    let names = names.map(SecretName.joined).filter { !$0.isEmpty }
    added.withLock { $0.formUnion(names) }
  }

  /// Returns true for the name of a secret: `X-Auth-Token`, `accessToken2`, `token[0]`.
  static func contains(_ name: String) -> Bool {
    var read = SecretName(added: names)
    for byte in name.utf8 { read.append(byte) }
    read.endWord()
    return read.isSecret
  }

  /// The names that were added.
  static var names: Set<[UInt8]> { added.withLock { $0 } }

  private static let added = Lock<Set<[UInt8]>>([])
}

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
