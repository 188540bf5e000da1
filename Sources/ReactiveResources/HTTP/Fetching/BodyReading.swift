import Foundation
import ReactiveLoadable

/// Reads a body to its end, within a limit, and reports the progress.
struct BodyReading {
  private(set) var body: Data
  /// The number of bytes of the complete body; `nil` if it is unknown.
  let expected: Int64?
  private let announced: Int64?
  private let length: Result<Int64?, InvalidLength>
  private let limit: Int

  init(after part: PartialBody?, headers: HTTPFields, limit: Int) {
    body = part?.body ?? Data()
    length = headers.announcedLength
    announced = part.map { Int64($0.total) } ?? (try? length.get()) ?? nil
    // The length is that of the coded body, but the chunks are decoded (RFC 9110, 8.6).
    expected = headers.isCoded ? nil : announced
    self.limit = limit
  }

  mutating func read(
    _ chunks: ResourceBody,
    _ report: @Sendable (FetchReport) -> Void
  ) async throws(ResourceError) {
    if case .failure(let error) = length { throw .transport(LoadError(error)) }
    if let announced, announced > Int64(limit) { throw .tooLarge(limit: limit) }
    do {
      for try await chunk in chunks { try take(chunk, report) }
    } catch {
      throw error as? TransferError == .overflow
        ? .tooLarge(limit: limit) : ResourceError(thrown: error)
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
    // The only chunk of a body is not copied. The indices of a body start at 0, those of a slice do not.
    if body.isEmpty, chunk.startIndex == 0 { body = chunk } else { body.append(chunk) }
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
    (self["content-encoding"] ?? "identity").fieldMembers != ["identity"]
  }

  /// The length of a body that the server announced; `nil` if it is unknown (RFC 9112, 6.3).
  fileprivate var announcedLength: Result<Int64?, InvalidLength> {
    let value = self["content-length"] ?? ""
    // A number with too many digits exceeds every limit, and the length of every body.
    let lengths = Set(value.fieldMembers.map { $0.isDigits ? Int64($0) ?? .max : nil })
    if lengths.isEmpty || self["transfer-encoding"] != nil { return .success(nil) }
    guard lengths.count == 1, let length = lengths.first ?? nil else {
      return .failure(InvalidLength(value: value))
    }
    return .success(length)
  }
}

/// The error for a `Content-Length` that announces no length, or several.
struct InvalidLength: LocalizedError, Hashable {
  let value: String

  var errorDescription: String? {
    "The server sent the invalid Content-Length \(String(reflecting: value))."
  }
}
