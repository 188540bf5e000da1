import Foundation

/// A complete stored response that matches a request.
struct CachedResource: Hashable, Sendable {
  let stored: StoredResponse
  let body: Data
  /// True if it must be revalidated, because a 304 for it could not be stored.
  var isInvalidated = false

  init(stored: StoredResponse, body: Data) {
    self.stored = stored
    self.body = body
  }

  /// Reads a record; `nil` if it is damaged, or is for requests with other header fields.
  init?(_ record: ResourceRecord, for request: ResourceRequest) {
    guard let stored = StoredResponse(metadata: record.metadata),
      stored.length == record.body.count,
      stored.matches(request.storedFields)
    else { return nil }
    self.init(stored: stored, body: record.body)
  }

  var record: ResourceRecord { ResourceRecord(metadata: stored.metadata, body: body) }
}
