import ReactiveLoadable

/// The names of header fields and query items whose values are redacted in texts.
///
/// In the descriptions, dumps and error texts of requests, responses, header fields and keys,
/// `REDACTED` replaces these values, and the user and the password of a URL. Therefore a log of an
/// observer, a timeline and the failure of a test contain no credentials.
/// Values of your types, such as a request that contains a token, are printed as they are.
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
  /// - Parameter names: The names. Case and separators are ignored: `member-id` is also `memberId`.
  public static func add(_ names: String...) {
    let names = names.map { words(of: $0).joined() }
    added.withLock { $0.formUnion(names) }
  }

  /// Returns true if a name is in the list, or its last words are: `X-Auth-Token`, `accessToken`.
  static func contains(_ name: String) -> Bool {
    var (ending, endings) = ("", Set<String>())
    for word in words(of: name).reversed() {
      ending = word + ending
      endings.insert(ending)
    }
    return !endings.isDisjoint(with: names) || added.withLock { !endings.isDisjoint(with: $0) }
  }

  /// Returns the words of a name in lowercase.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var last: Character = "-"
    for character in name {
      if !character.isLetter && !character.isNumber {
        last = "-"
        continue
      }
      if last == "-" || character.isUppercase && !last.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
      last = character
    }
    return words
  }

  private static let added = Lock<Set<String>>([])

  private static let names: Set<String> = [
    "accesskeyid", "apikey", "assertion", "auth", "authorization", "awsaccesskeyid", "bearer",
    "cookie", "cookie2", "credential", "credentials", "csrf", "jwt", "key", "otp", "pass",
    "passphrase", "passwd", "password", "pwd", "secret", "session", "sessionid", "sid", "sig",
    "signature", "token", "xsrf",
  ]
}
