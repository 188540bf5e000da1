import Foundation

/// Reads a body to its end, within a limit, and reports the progress.
struct BodyReading {
  private(set) var body: Data
  /// The number of bytes of the complete body; `nil` if it is unknown.
  let expected: Int64?
  private let announced: Int64?
  private let limit: Int

  /// Creates a reading that continues a partial body.
  init(after part: PartialBody?, headers: HTTPFields, limit: Int) {
    body = part?.body ?? Data()
    announced = part.map { Int64($0.total) } ?? Self.length(headers["content-length"])
    // The length is that of the coded body, but the chunks are decoded (RFC 9110, 8.6).
    expected = headers.isCoded ? nil : announced
    self.limit = limit
  }

  mutating func read(
    _ chunks: ResourceBody,
    _ report: @Sendable (FetchReport) -> Void
  ) async throws(ResourceError) {
    if let announced, announced > Int64(limit) { throw .tooLarge(limit: limit) }
    do {
      for try await chunk in chunks { try take(chunk, report) }
    } catch {
      throw ResourceError(thrown: error)
    }
    // Some sequences end after a cancellation instead of throwing.
    if Task.isCancelled { throw .cancelled }
    let received = Int64(body.count)
    if let expected, received < expected {
      throw .incomplete(received: received, expected: expected)
    }
  }

  private mutating func take(
    _ chunk: Data,
    _ report: @Sendable (FetchReport) -> Void
  ) throws(ResourceError) {
    guard chunk.count <= limit - body.count else { throw .tooLarge(limit: limit) }
    body.append(chunk)
    report(.progress(received: Int64(body.count), expected: expected))
  }

  /// Returns the length if all values of the field are the same number (RFC 9110, 8.6).
  ///
  /// A number with too many digits exceeds every limit, and the length of every body.
  private static func length(_ value: String?) -> Int64? {
    let lengths = Set(FieldList.members(of: value ?? "").map(number))
    return lengths.count == 1 ? lengths.first ?? nil : nil
  }

  private static func number(_ digits: String) -> Int64? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits) ?? .max
  }
}

extension HTTPFields {
  /// True if the body has a content coding such as gzip.
  var isCoded: Bool {
    FieldList.members(of: self["content-encoding"] ?? "identity") != ["identity"]
  }
}
