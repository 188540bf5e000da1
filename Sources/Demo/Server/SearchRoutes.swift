import FlyingFox

/// The answers about the search: `/search?q=…` with a `limit`, and a `cursor` for a later page.
struct SearchRoutes: Sendable {
  let store: SearchStore

  func answer(_ request: HTTPRequest, _ disturbances: [Disturbance]) async throws -> HTTPResponse {
    guard let query = request.query["q"] else { return .fault(400, "q is missing") }
    guard let limit = Int(request.query["limit"] ?? "10"), (0...1000).contains(limit) else {
      return .fault(400, "limit must be a number from 0 to 1000")
    }
    guard let place = place(request.query["cursor"], query) else {
      return .fault(400, "the cursor is of no page of these results")
    }
    return disturbances.leavePageBlank
      ? try .json(await store.blankPage(at: place))
      : try .json(await store.page(at: place, limit: limit))
  }

  private func place(_ token: String?, _ query: String) -> SearchCursor? {
    token.map { SearchCursor($0, of: query) } ?? SearchCursor(query: query)
  }
}
