/// The request fields that a response depends on, as fingerprints (RFC 9111, 4.1).
///
/// `Authorization` is always one of them: an account never receives a response to another. Only
/// fingerprints are stored, so that no credentials are written to a disk.
struct RequestVariant: Hashable, Sendable {
  /// The fingerprints by name in lowercase; that of a field that was not sent is empty.
  var fingerprints: [String: String]

  init(fingerprints: [String: String]) { self.fingerprints = fingerprints }

  init(of request: HTTPFields, vary: String?) {
    let names = FieldList.members(of: vary ?? "").map { $0.lowercased() } + ["authorization"]
    fingerprints = Dictionary(names.map { ($0, Self.fingerprint(request[$0])) }) { first, _ in first
    }
  }

  /// Returns the variant after a 304 to this request with another `Vary`.
  func refreshed(by vary: String, for request: HTTPFields) -> RequestVariant {
    var refreshed = RequestVariant(of: request, vary: vary)
    // The response still belongs to the account that it was sent to.
    refreshed.fingerprints["authorization"] = fingerprints["authorization"]
    return refreshed
  }

  /// Returns true if a response may be used for a request; never after `Vary: *`.
  func matches(_ request: HTTPFields) -> Bool {
    fingerprints.allSatisfy { name, fingerprint in
      name != "*" && Self.fingerprint(request[name]) == fingerprint
    }
  }

  /// Returns the 64-bit FNV-1a hash, by Fowler, Noll and Vo.
  private static func fingerprint(_ value: String?) -> String {
    guard let value else { return "" }
    let hash = value.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
