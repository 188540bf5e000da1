/// A request that a ``MemoryTransport`` was sent, and what it has sent so far.
public struct MemoryExchange: Hashable, Sendable {
  /// The request.
  public let request: ResourceRequest
  /// The status of the answer; `nil` while there is none, and when it was an error.
  public internal(set) var status: Int?
  /// How many bytes of the body were read.
  public internal(set) var sent = 0
}
