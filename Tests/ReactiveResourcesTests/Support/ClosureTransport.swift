import ReactiveResources

/// A transport whose responses a test defines.
struct ClosureTransport: ResourceTransport {
  let answer: @Sendable (ResourceRequest) async throws -> ResourceResponse

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try await answer(request)
  }
}

extension MemoryTransport {
  /// A transport whose first response is from this server, and the later ones from another one.
  func then(_ other: some ResourceTransport) -> some ResourceTransport {
    ClosureTransport { request in
      if self.requests.isEmpty { return try await self.send(request) }
      return try await other.send(request)
    }
  }
}
