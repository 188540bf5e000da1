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
