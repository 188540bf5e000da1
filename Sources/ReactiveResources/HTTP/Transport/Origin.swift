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
      host: host()?.lowercased() ?? "",
      port: port ?? ["http": 80, "https": 443][scheme]
    )
  }
}
