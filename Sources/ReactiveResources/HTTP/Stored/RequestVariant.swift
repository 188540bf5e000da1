/// The header fields of a request that its answer depends on, as fingerprints (RFC 9111, 4.1).
///
/// `Authorization` is always one of them: an account never sees what was kept for another. Only
/// fingerprints are kept, so that no credential comes to rest on a disk.
struct RequestVariant: Hashable, Sendable {
  /// The fingerprints by name in small letters; that of a field which was not sent is empty.
  var fingerprints: [String: String]

  init(fingerprints: [String: String]) { self.fingerprints = fingerprints }

  init(of request: HTTPFields, vary: String?) {
    let names = FieldList.members(of: vary ?? "").map { $0.lowercased() } + ["authorization"]
    fingerprints = Dictionary(names.map { ($0, Self.fingerprint(request[$0])) }) { first, _ in first
    }
  }

  /// That of the same answer with another `Vary`, which a 304 to this request brought.
  func renewed(by vary: String, for request: HTTPFields) -> RequestVariant {
    var renewed = RequestVariant(of: request, vary: vary)
    // The answer is still that of the account which it was sent to.
    renewed.fingerprints["authorization"] = fingerprints["authorization"]
    return renewed
  }

  /// Whether an answer may be used for a request; never after `Vary: *`.
  func matches(_ request: HTTPFields) -> Bool {
    fingerprints.allSatisfy { name, fingerprint in
      name != "*" && Self.fingerprint(request[name]) == fingerprint
    }
  }

  /// FNV-1a of 64 bits, by Fowler, Noll and Vo.
  private static func fingerprint(_ value: String?) -> String {
    guard let value else { return "" }
    let hash = value.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
