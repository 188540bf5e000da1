import Foundation

/// The scheme, host and port of a URL (RFC 9110, 4.3.1).
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int?

  /// The origin as a URL, as in `https://a.test:443`.
  var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }
}

extension URL {
  var origin: Origin {
    let scheme = scheme?.lowercased() ?? ""
    return Origin(
      scheme: scheme,
      host: sentHost.lowercased(),
      port: port ?? ["http": 80, "https": 443][scheme]
    )
  }

  /// The host as it is sent, with international names in Punycode.
  // NB: `host()` decodes a host that `URL(string:)` has encoded, but not the same host in Punycode.
  private var sentHost: String {
    let host = host() ?? ""
    guard host.utf8.contains(UInt8(ascii: "%")) else { return host }
    return URLComponents(url: self, resolvingAgainstBaseURL: true)?.encodedHost ?? host
  }
}
