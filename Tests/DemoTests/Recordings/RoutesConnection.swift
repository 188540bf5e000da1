import FlyingFox
import Foundation
import ReactiveResources
import Testing

@testable import Demo

/// A connection to the routes of the demo without a network, so that a scene runs in virtual time.
struct RoutesConnection: ResourceTransport {
  let routes: Routes

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    let method = HTTPMethod(request.method.name)
    let response = try await answer(to: request, method)
    guard case .httpBody(let body) = response.payload else { throw URLError(.badServerResponse) }
    var headers: HTTPFields = [:]
    headers["Content-Length"] = body.count.map { "\($0)" }
    return ResourceResponse(
      status: response.statusCode.code,
      headers: headers,
      body: ResourceBody(body)
    )
  }

  private func answer(
    to request: ResourceRequest,
    _ method: HTTPMethod
  ) async throws -> HTTPResponse {
    let url = request.url
    // Nothing listens on port 1.
    if url.port == 1 { throw URLError(.cannotConnectToHost) }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let query = items.map { HTTPRequest.QueryItem(name: $0.name, value: $0.value ?? "") }
    return try await routes.handleRequest(
      HTTPRequest(
        method: method,
        version: .http11,
        path: url.path(),
        query: query,
        headers: Dictionary(
          request.headers.map { (HTTPHeader($0.name), $0.value) },
          uniquingKeysWith: { first, _ in first }
        ),
        body: request.body ?? Data()
      )
    )
  }
}

extension DemoServer {
  /// A server without a network, and its API, whose answers take a frame.
  static func inMemory(clock: any Clock<Duration>) throws -> (server: DemoServer, api: API) {
    let plan = ResponsePlan(latency: .milliseconds(10))
    let routes = Routes(catalogue: try .bundled(), plan: plan, clock: clock)
    let address = try #require(URL(string: "http://127.0.0.1:80"))
    let server = DemoServer(baseURL: address, routes: routes) {}
    return (server, API(baseURL: address, transport: Transport(RoutesConnection(routes: routes))))
  }
}
