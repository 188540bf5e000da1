/// The request fields that a response depends on, as fingerprints (RFC 9111, 4.1).
///
/// `Authorization` is always one of them: an account never receives a response to another. Only
/// fingerprints are stored. They are salted, so that equal credentials have other fingerprints in
/// the records of another run, and no table of hashes finds them.
struct RequestVariant: Hashable, Sendable {
  /// The fingerprints by name in lowercase; that of a field that was not sent is empty.
  var fingerprints: [String: String]
  /// The start of each hashed text, 32 hexadecimal digits.
  let salt: String
}

extension RequestVariant {
  init(of request: HTTPFields, vary: String?, salt: String = Self.saltOfRun) {
    let names = (vary ?? "").lowercased().fieldMembers + ["authorization"]
    self.init(fingerprints: [:], salt: salt)
    for name in names { fingerprints[name] = fingerprint(of: name, in: request) }
  }

  /// Returns the variant after a 304 to this request with another `Vary`.
  func refreshed(by vary: String, for request: HTTPFields) -> RequestVariant {
    var refreshed = RequestVariant(of: request, vary: vary, salt: salt)
    // The response still belongs to the account that it was sent to.
    refreshed.fingerprints["authorization"] = fingerprints["authorization"]
    return refreshed
  }

  /// Returns true if a response may be used for a request; never after `Vary: *`.
  func matches(_ request: HTTPFields) -> Bool {
    fingerprints.allSatisfy { name, fingerprint in
      name != "*" && self.fingerprint(of: name, in: request) == fingerprint
    }
  }

  /// Returns 128 bits of SHA-256 of the salt, the name and the value.
  private func fingerprint(of name: String, in request: HTTPFields) -> String {
    guard let value = request[name] else { return "" }
    return String(SHA256.hex(of: "\(salt)\n\(name)\n\(value)".utf8).prefix(32))
  }

  /// The salt of the responses that this process stores.
  private static let saltOfRun = SHA256.randomText()
}
