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
  /// The received request, with its method and its body.
  public let request: ResourceRequest
  /// The status of the response; `nil` before the response, and after an error.
  public internal(set) var status: Int?
  /// The number of bytes of the body that were read.
  public internal(set) var sent = 0
}

/// The resources, planned faults and received requests of a server in memory.
struct MemoryOrigin {
  /// A function that returns the resource of a request; `nil` for a 404.
  typealias Serving = @Sendable (ResourceRequest) -> MemoryResource?

  private var servings: [URL: [ResourceRequest.Method: Serving]] = [:]
  var exchanges: [MemoryExchange] = []
  /// The planned faults, each with the number of requests that it still applies to.
  var planned: [(fault: MemoryFault, url: URL, method: ResourceRequest.Method?, remaining: Int?)] =
    []

  /// Serves at a URL, and returns the previous function.
  mutating func serve(_ new: Serving?, at url: URL, for method: ResourceRequest.Method) -> Serving?
  {
    defer { servings[url, default: [:]][method] = new }
    return servings[url]?[method]
  }

  /// Records a request, and returns the number of its exchange, what serves it, and its faults.
  mutating func receive(
    _ request: ResourceRequest
  ) -> (number: Int, serving: Serving?, faults: [MemoryFault]) {
    exchanges.append(MemoryExchange(request: request))
    var faults: [MemoryFault] = []
    for index in planned.indices
    where planned[index].url == request.url && planned[index].remaining != 0
      && planned[index].method.map({ $0 == request.method }) ?? true
    {
      faults.append(planned[index].fault)
      planned[index].remaining = planned[index].remaining.map { $0 - 1 }
    }
    return (exchanges.count - 1, serving(request), faults)
  }

  /// Returns what serves a request: a GET also serves HEAD, and other methods are not allowed.
  private func serving(_ request: ResourceRequest) -> Serving? {
    let methods = servings[request.url] ?? [:]
    if let serving = methods[request.method] { return serving }
    if request.method == .head, let serving = methods[.get] { return serving }
    guard !methods.isEmpty else { return nil }
    let names = methods.keys.map(\.name).sorted().joined(separator: ", ")
    return { _ in MemoryResource(Data(), status: 405, headers: ["allow": names]) }
  }
}
