/// A recorded request to a ``MemoryTransport``, and the status and size of its response.
public struct MemoryExchange: Hashable, Sendable {
  /// The received request.
  public let request: ResourceRequest
  /// The status of the response; `nil` before the response, and after an error.
  public internal(set) var status: Int?
  /// The number of bytes of the body that were read.
  public internal(set) var sent = 0
}
