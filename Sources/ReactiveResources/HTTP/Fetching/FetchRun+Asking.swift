import Foundation

extension FetchRun {
  /// Sends a question and does what its answer means.
  func ask(_ question: FetchQuestion) async throws(ResourceError) -> FetchedResource {
    let requested = now
    let response = try await send(question)
    let arrival = FetchArrival(headers: response.headers, requested: requested, received: now)
    switch FetchVerdict(response.status, response.headers, to: question, at: arrival.received) {
    case .refresh(let kept):
      await drain(response.body)
      return await refresh(kept, arrival)
    case .replace: return try await download(response.body, after: nil, arrival)
    case .resume(let part):
      storage.count(\.resumed)
      return try await download(response.body, after: part, arrival)
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

  /// Reads what has no bytes to its end, so that its connection can serve again.
  private func drain(_ body: ResourceBody) async {
    var rest = body.makeAsyncIterator()
    _ = try? await rest.next()
  }

  private func refresh(_ kept: KeptResource, _ arrival: FetchArrival) async -> FetchedResource {
    storage.count(\.revalidations)
    let refreshed = KeptResource(stored: arrival.refreshing(kept.stored), body: kept.body)
    await storage.keep(refreshed, for: request)
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
    await storage.keep(kept, for: request)
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
    case .tooLarge, .status, .notStored: return
    case .cancelled, .incomplete, .transport: break
    }
    guard let expected = reading.expected else { return }
    let stored = arrival.stored(for: request, after: part, length: Int(expected))
    guard let part = PartialBody(reading.body, of: stored) else { return }
    storage.keepPart(part, for: request)
  }
}

/// The header fields of an answer, with the times that its age is reckoned from.
struct FetchArrival {
  let headers: HTTPFields
  let requested: Date
  let received: Date

  func refreshing(_ stored: StoredResponse) -> StoredResponse {
    stored.refreshed(by: headers, requested: requested, received: received)
  }

  /// The whole that the answer is, or is the rest of (RFC 9111, 3.4).
  func stored(
    for request: ResourceRequest,
    after part: PartialBody?,
    length: Int
  ) -> StoredResponse {
    if let part { return refreshing(part.stored) }
    return StoredResponse(
      headers: headers,
      request: request.headers,
      length: length,
      requested: requested,
      received: received
    )
  }
}
