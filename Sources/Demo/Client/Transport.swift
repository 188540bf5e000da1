import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches bytes over HTTP and gives every way to fail a case of ``APIError``.
///
/// A cancelled task closes its connection.
struct Transport: Sendable {
  /// Called for every piece that arrives, with the bytes there are so far and, where the server
  /// tells it, how many there will be.
  typealias Progress = @Sendable (_ received: Int64, _ total: Int64?) -> Void

  private let line: Line

  /// Makes a transport without cookies and cache; `timeout` is for each silence, in seconds.
  init(timeout: Double = 30) {
    line = Line(timeout: timeout)
  }

  /// Fetches the body at a URL; throws for every status but 200 to 299.
  func data(
    from url: URL,
    progress: @escaping Progress = { _, _ in }
  ) async throws(APIError) -> Data {
    try await data(for: URLRequest(url: url), of: url, progress: progress)
  }

  /// Sends a body to a URL and fetches the answer; throws for every status but 200 to 299.
  func send(
    _ body: Data,
    to url: URL,
    method: String,
    contentType: String
  ) async throws(APIError) -> Data {
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    request.setValue(contentType, forHTTPHeaderField: "Content-Type")
    return try await data(for: request, of: url) { _, _ in }
  }

  private func data(
    for request: URLRequest,
    of url: URL,
    progress: Progress
  ) async throws(APIError) -> Data {
    // NB: on Linux URLSession connects even when the task is cancelled already.
    guard !Task.isCancelled else { throw .cancelled }
    var data = Data()
    for await event in line.events(of: request) {
      switch event {
      case .received(let piece, let total):
        data += piece
        progress(Int64(data.count), total)
      case .ended(let ending):
        try ending.check(url: url)
        return data
      }
    }
    throw .cancelled
  }
}
