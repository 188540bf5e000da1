import Foundation

/// A way for a request to fail.
enum Fault: String, CaseIterable {
  case noServer = "A server that is not there"
  case status = "HTTP 500"
  case brokenJSON = "Broken JSON"
  case dropped = "A connection that breaks in the middle"
  case silence = "An answer that never comes"

  /// What the screen is told.
  var error: APIError {
    switch self {
    case .noServer: .noConnection(host: "127.0.0.1:1")
    case .status: .status(500)
    case .brokenJSON: .malformed("it is not valid JSON.")
    case .dropped: .connectionLost
    case .silence: .timedOut
    }
  }

  /// Asks for podcasts where they are not to be had.
  func podcasts(_ api: API) async throws(APIError) -> [Podcast] {
    switch self {
    case .noServer:
      // Nothing listens at the first port; a program would need special rights to.
      guard let nowhere = URL(string: "http://127.0.0.1:1") else { return [] }
      return try await API(baseURL: nowhere).podcasts()
    case .status: return try await api.get("status/500")
    case .brokenJSON: return try await api.get("broken")
    case .dropped: return try await api.get("dropped")
    case .silence: return try await api.get("silent")
    }
  }
}

/// An API that answers one request, has a fault in the next ones, and is well again.
actor FaultyAPI {
  private let fault: Fault
  private let api: API
  private var calls = 0
  private let broken: ClosedRange<Int>

  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - times: How many requests it lasts for, from the second on; 1 or more.
  ///   - api: What answers the others.
  init(_ fault: Fault, times: Int, on api: API) {
    (self.fault, self.api, broken) = (fault, api, 2...(1 + times))
  }

  func podcasts() async throws(APIError) -> [Podcast] {
    calls += 1
    return broken.contains(calls) ? try await fault.podcasts(api) : try await api.podcasts()
  }
}
