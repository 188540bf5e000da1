import ReactiveResources

/// A transport whose answers a test writes itself.
struct ClosureTransport: ResourceTransport {
  let answer: @Sendable (ResourceRequest) async throws -> ResourceResponse

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try await answer(request)
  }
}
