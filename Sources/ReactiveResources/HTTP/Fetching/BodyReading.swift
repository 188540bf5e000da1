import Foundation
import ReactiveLoadable

/// Reads a body to its end, within a limit, and reports the progress.
struct BodyReading {
  private(set) var body: Data
  /// The number of bytes of the complete body; `nil` if it is unknown.
  let expected: Int64?
  private let announced: Int64?
  private let length: AnnouncedLength
  private let limit: Int

  /// Creates a reading that continues a partial body.
  init(after part: PartialBody?, headers: HTTPFields, limit: Int) {
    body = part?.body ?? Data()
    length = AnnouncedLength(headers)
    announced = part.map { Int64($0.total) } ?? length.bytes
    // The length is that of the coded body, but the chunks are decoded (RFC 9110, 8.6).
    expected = headers.isCoded ? nil : announced
    self.limit = limit
  }

  mutating func read(
    _ chunks: ResourceBody,
    _ report: @Sendable (FetchReport) -> Void
  ) async throws(ResourceError) {
    if case .invalid(let error) = length { throw .transport(LoadError(error)) }
    if let announced, announced > Int64(limit) { throw .tooLarge(limit: limit) }
    do {
      for try await chunk in chunks { try take(chunk, report) }
    } catch {
      throw error is TransferOverflow ? .tooLarge(limit: limit) : ResourceError(thrown: error)
    }
    // Some sequences end after a cancellation instead of throwing.
    if Task.isCancelled { throw .cancelled }
    let received = Int64(body.count)
    if let expected, received != expected {
      throw .incomplete(received: received, expected: expected)
    }
  }

  private mutating func take(
    _ chunk: Data,
    _ report: @Sendable (FetchReport) -> Void
  ) throws(ResourceError) {
    guard chunk.count <= limit - body.count else { throw .tooLarge(limit: limit) }
    body.append(chunk)
    let received = Int64(body.count)
    if let expected, received > expected {
      throw .incomplete(received: received, expected: expected)
    }
    report(.progress(received: received, expected: expected))
  }
}

extension HTTPFields {
  /// True if the body has a content coding such as gzip.
  var isCoded: Bool {
    FieldList.members(of: self["content-encoding"] ?? "identity") != ["identity"]
  }
}
