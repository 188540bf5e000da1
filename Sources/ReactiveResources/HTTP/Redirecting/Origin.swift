import Foundation

/// The scheme, host and port of a URL (RFC 9110, 4.3.1).
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int?

  init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host()?.lowercased() ?? ""
    port = url.port ?? Self.defaultPorts[scheme]
  }

  private static let defaultPorts = ["http": 80, "https": 443]
}
