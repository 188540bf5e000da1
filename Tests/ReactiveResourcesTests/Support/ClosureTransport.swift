import ReactiveResources

/// A transport whose responses a test defines.
struct ClosureTransport: ResourceTransport {
  let answer: @Sendable (ResourceRequest) async throws -> ResourceResponse

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try await answer(request)
  }
}
