import Foundation

/// A fault or a delay that a ``MemoryTransport`` applies to a request.
public enum MemoryFault: Sendable {
  /// Responds with this status and these header fields, and without a body.
  case status(Int, HTTPFields = [:])
  /// Throws this error instead of a response.
  case failure(any Error)
  /// Fails the body with an error after this number of bytes.
  case drop(after: Int, any Error)
  /// Ends the body after this number of bytes as if it were complete.
  case end(after: Int)
  /// Delays the header fields by this time.
  case wait(Duration)
  /// Delays each chunk of the body by this time.
  case pace(Duration)
}

/// A recorded request to a ``MemoryTransport``, and the status and size of its response.
public struct MemoryExchange: Hashable, Sendable {
  /// The received request.
  public let request: ResourceRequest
  /// The status of the response; `nil` before the response, and after an error.
  public internal(set) var status: Int?
  /// The number of bytes of the body that were read.
  public internal(set) var sent = 0
}

/// The resources, planned faults and received requests of a server in memory.
struct MemoryOrigin {
  var resources: [URL: MemoryResource] = [:]
  var exchanges: [MemoryExchange] = []
  /// The planned faults, each with the number of requests that it still applies to.
  var planned: [(fault: MemoryFault, url: URL, remaining: Int?)] = []

  /// Records a request, and returns the number of its exchange, its resource and its faults.
  mutating func receive(
    _ request: ResourceRequest
  ) -> (number: Int, resource: MemoryResource?, faults: [MemoryFault]) {
    exchanges.append(MemoryExchange(request: request))
    var faults: [MemoryFault] = []
    for index in planned.indices
    where planned[index].url == request.url && planned[index].remaining != 0 {
      faults.append(planned[index].fault)
      planned[index].remaining = planned[index].remaining.map { $0 - 1 }
    }
    return (exchanges.count - 1, resources[request.url], faults)
  }
}
