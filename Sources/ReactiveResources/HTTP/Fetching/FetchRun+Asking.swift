import Foundation

extension FetchRun {
  /// Sends a request, and handles its response.
  func ask(_ question: FetchQuestion) async throws(ResourceError) -> FetchStep {
    let requested = now
    let response = try await send(question)
    let arrival = FetchArrival(headers: response.headers, requested: requested, received: now)
    switch FetchVerdict(response, to: question, at: arrival.received) {
    case .refresh(let kept):
      await drain(response.body)
      return .found(await refresh(kept, arrival))
    case .replace:
      guard !question.isElsewhere(response) else {
        return try await downloadElsewhere(response, arrival)
      }
      return .found(try await download(response.body, after: nil, arrival))
    case .resume(let part):
      storage.count(\.resumed)
      return .found(try await download(response.body, after: part, arrival))
    case .redirect(let location):
      await drain(response.body)
      return await redirect(to: location, arrival)
    case .askAgain: return try await ask(question.plain)
    case .fail(let error):
      putBackPart(of: question)
      throw error
    }
  }

  private func send(_ question: FetchQuestion) async throws(ResourceError) -> ResourceResponse {
    do {
      try checkCancellation()
      storage.count(\.requests)
      return try await fetcher.transport.send(question.sent)
    } catch {
      putBackPart(of: question)
      throw ResourceError(thrown: error)
    }
  }

  /// Reads an empty body to its end, so that the connection can be reused.
  private func drain(_ body: ResourceBody) async {
    var rest = body.makeAsyncIterator()
    _ = try? await rest.next()
  }

  private func refresh(_ kept: KeptResource, _ arrival: FetchArrival) async -> FetchedResource {
    storage.count(\.revalidations)
    let stored = arrival.refreshing(kept.stored, for: request)
    let refreshed = KeptResource(stored: stored, body: kept.body)
    await storage.renew(with: refreshed, for: request)
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
      keepPart(reading, after: part, arrival, error)
      throw error
    }
    let stored = arrival.stored(for: request, after: part, length: reading.body.count)
    let kept = KeptResource(stored: stored, body: reading.body)
    await storage.replace(with: kept, for: request)
    return resource(kept, from: .network)
  }

  private func putBackPart(of question: FetchQuestion) {
    if let part = question.part { storage.putBackPart(part, for: request) }
  }

  private func keepPart(
    _ reading: BodyReading,
    after part: PartialBody?,
    _ arrival: FetchArrival,
    _ error: ResourceError
  ) {
    switch error {
    case .tooLarge, .status, .notStored, .redirect: return
    case .cancelled, .incomplete, .transport: break
    }
    guard let expected = reading.expected else { return }
    let stored = arrival.stored(for: request, after: part, length: Int(expected))
    guard let part = PartialBody(reading.body, of: stored) else { return }
    storage.keepPart(part, for: request)
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
      request: request.headers,
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
      request: request.headers,
      length: length,
      requested: requested,
      received: received
    )
  }
}
