import Foundation

extension FetchRun {
  /// Sends a request, and handles its response.
  func perform(_ conditional: ConditionalRequest) async throws(ResourceError) -> FetchStep {
    let requested = now
    let response = try await send(conditional)
    let arrival = FetchArrival(headers: response.headers, requested: requested, received: now)
    switch FetchDecision(response, to: conditional, at: arrival.received) {
    case .refresh(let cached):
      await drain(response.body)
      return .found(await refresh(cached, arrival))
    case .replace:
      guard !conditional.isFromOtherURL(response) else {
        return try await downloadFromOtherURL(response, arrival)
      }
      return .found(try await download(response.body, after: nil, arrival))
    case .resume(let part):
      storage.count(\.resumed)
      return .found(try await download(response.body, after: part, arrival))
    case .redirect(let location):
      await drain(response.body)
      return await redirect(to: location, arrival)
    case .requestAgain: return try await perform(conditional.plain)
    case .fail(let error):
      returnPart(of: conditional)
      throw error
    }
  }

  private func send(
    _ conditional: ConditionalRequest
  ) async throws(ResourceError) -> ResourceResponse {
    do {
      try checkCancellation()
      storage.count(\.requests)
      return try await TransferLimit.$bytes.withValue(fetcher.policy.sizeLimit) {
        try await fetcher.transport.send(conditional.sent)
      }
    } catch {
      returnPart(of: conditional)
      throw ResourceError(thrown: error)
    }
  }

  /// Reads an empty body to its end, so that the connection can be reused.
  private func drain(_ body: ResourceBody) async {
    var rest = body.makeAsyncIterator()
    _ = try? await rest.next()
  }

  private func refresh(_ cached: CachedResource, _ arrival: FetchArrival) async -> FetchedResource {
    storage.count(\.revalidations)
    let stored = arrival.refreshing(cached.stored, for: request)
    let refreshed = CachedResource(stored: stored, body: cached.body)
    await storage.refresh(with: refreshed, for: request)
    return resource(refreshed, from: .disk)
  }

  private func download(
    _ chunks: ResourceBody,
    after part: PartialBody?,
    _ arrival: FetchArrival
  ) async throws(ResourceError) -> FetchedResource {
    let limit = fetcher.policy.sizeLimit
    var reading = BodyReading(after: part, headers: arrival.headers, limit: limit)
    do {
      try await reading.read(chunks, report)
    } catch {
      storePart(reading, after: part, arrival, error)
      throw error
    }
    let stored = arrival.stored(for: request, after: part, length: reading.body.count)
    let cached = CachedResource(stored: stored, body: reading.body)
    await storage.replace(with: cached, for: request)
    return resource(cached, from: .network)
  }

  private func returnPart(of conditional: ConditionalRequest) {
    if let part = conditional.part { storage.returnPart(part, for: request) }
  }

  private func storePart(
    _ reading: BodyReading,
    after part: PartialBody?,
    _ arrival: FetchArrival,
    _ error: ResourceError
  ) {
    switch error {
    case .tooLarge, .status, .notStored, .invalidField, .redirect: return
    case .cancelled, .incomplete, .transport: break
    }
    guard let expected = reading.expected else { return }
    let stored = arrival.stored(for: request, after: part, length: Int(expected))
    guard let part = PartialBody(reading.body, of: stored) else { return }
    storage.storePart(part, for: request)
  }
}

/// The header fields of a response, with the times that determine its age.
struct FetchArrival {
  let headers: HTTPFields
  let requested: Date
  let received: Date

  func refreshing(_ stored: StoredResponse, for request: ResourceRequest) -> StoredResponse {
    stored.refreshed(
      by: headers,
      request: request.storedFields,
      requested: requested,
      received: received
    )
  }

  /// Returns the complete response, also if this one is its rest (RFC 9111, 3.4).
  func stored(
    for request: ResourceRequest,
    after part: PartialBody?,
    length: Int
  ) -> StoredResponse {
    if let part { return refreshing(part.stored, for: request) }
    return StoredResponse(
      headers: headers,
      request: request.storedFields,
      length: length,
      requested: requested,
      received: received
    )
  }
}
