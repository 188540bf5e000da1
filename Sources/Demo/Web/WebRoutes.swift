import FlyingFox
import Foundation
import ReactiveLoadable

/// The routes of the page: its files, its WebSocket and its posters, for this origin only.
struct WebRoutes: HTTPHandler {
  let tabs: Tabs
  let token: String
  /// The authorities under which the server is reachable.
  let hosts = BehaviorRelay<Set<String>>([])

  static func newToken() -> String {
    (0..<2).map { _ in String(UInt64.random(in: (1 << 63)...UInt64.max), radix: 16) }.joined()
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await respond(to: request)
    for (name, value) in Self.headers { response.headers[HTTPHeader(name)] = value }
    return response
  }

  private static let headers = [
    "Content-Security-Policy": [
      "default-src 'self'", "img-src 'self' blob:", "frame-ancestors 'none'", "base-uri 'none'",
      "form-action 'none'",
    ].joined(separator: "; "),
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
  ]

  private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    guard isFromHere(request) else { return .fault(403, "This server answers its own page only.") }
    guard request.method == .GET || request.method == .HEAD else { return .fault(405) }
    let parts = request.path.split(separator: "/").map(String.init)
    switch (parts.first, parts.count) {
    case ("tab", 1): return try await isKnown(request) ? connect(request) : .refused
    case ("poster", 2): return try await isKnown(request) ? poster(parts[1], request) : .refused
    default: return PageFile(path: request.path).map(HTTPResponse.init) ?? .fault(404)
    }
  }

  /// True for the host of this server, and for its own origin if the request names one.
  private func isFromHere(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host], hosts.value.contains(host) else { return false }
    let origin = request.headers[HTTPHeader("Origin")]
    return origin == nil || origin == "http://\(host)"
  }

  private func isKnown(_ request: HTTPRequest) -> Bool { request.query["token"] == token }

  private func connect(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let id = request.query["id"], (1...64).contains(id.utf8.count) else {
      return .fault(400, "id must have 1 to 64 characters")
    }
    return try await WebSocketHTTPHandler(handler: TabSocket(tabs: tabs, id: id))
      .handleRequest(request)
  }

  private func poster(_ number: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let id = Int(number), let tab = await tabs.tab(request.query["tab"] ?? "") else {
      return .fault(404)
    }
    let poster = await tab.app.posters.interest(in: id).outcome()
    let isMissing = poster.error?.isMissing == true
    guard let data = poster.value else { return .fault(isMissing ? 404 : 503) }
    let isPNG = data.starts(with: [0x89, 0x50])
    return .body(data, type: isPNG ? "image/png" : "image/jpeg")
  }
}

extension HTTPResponse {
  fileprivate static var refused: HTTPResponse { .fault(403, "The token is missing or wrong.") }

  fileprivate init(_ file: PageFile) { self = .body(file.data, type: file.type) }
}
