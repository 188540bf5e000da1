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

/// An API that has a fault as soon as it has answered once, and later is well again.
actor FaultyAPI {
  private let fault: Fault
  private let api: API
  private var hasAnswered = false
  private var broken: Int

  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - times: How many requests it lasts for.
  ///   - api: What answers the others.
  init(_ fault: Fault, times: Int, on api: API) {
    (self.fault, self.api, broken) = (fault, api, times)
  }

  func podcasts() async throws(APIError) -> [Podcast] {
    if hasAnswered, broken > 0 {
      broken -= 1
      return try await fault.podcasts(api)
    }
    let podcasts = try await api.podcasts()
    hasAnswered = true
    return podcasts
  }
}
