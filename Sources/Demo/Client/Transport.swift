import Foundation
import ReactiveResources
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP requests for bytes; a cancelled task closes its connection.
struct Transport: Sendable {
  /// A callback for every received piece, with the bytes so far and the total if it is known.
  typealias Progress = @Sendable (_ received: Int64, _ total: Int64?) -> Void

  private let connection: any Connection
  private let fetcher: ResourceFetcher

  /// Creates a transport; tests supply a connection without a network.
  init(_ connection: any Connection = SessionConnection()) {
    self.connection = connection
    fetcher = ResourceFetcher(transport: connection, policy: FetchPolicy(resuming: .never))
  }

  /// Fetches the body at a URL; throws for every status but 200 to 299.
  func data(
    from url: URL,
    progress: @escaping Progress = { _, _ in }
  ) async throws(APIError) -> Data { try await fetch(url, progress: progress).body }

  /// Fetches a URL with the header fields of the response; throws for every status but 200 to 299.
  func fetch(
    _ url: URL,
    progress: @escaping Progress = { _, _ in }
  ) async throws(APIError) -> FetchedResource {
    let request = ResourceRequest(url, cachePolicy: .reloadIgnoringStore)
    let hasBegun = Mutex(false)
    do throws(ResourceError) {
      return try await fetcher.fetch(request) { report in
        guard case .progress(let received, let total) = report else { return }
        hasBegun.withLock { $0 = true }
        if received > 0 { progress(received, total) }
      }
    } catch {
      let named = APIError(error, url: url)
      // NB: on Linux the error is the same for a broken connection; the bytes show that it broke.
      if case .transport = named, hasBegun.withLock({ $0 }) { throw .connectionLost }
      throw named
    }
  }

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
    let answer: (data: Data, status: Int)
    do { answer = try await connection.send(request) } catch { throw APIError(error, url: url) }
    guard (200..<300).contains(answer.status) else { throw .status(answer.status) }
    return answer.data
  }
}

/// A connection for GET requests, as a resource transport, and for requests with a body.
protocol Connection: ResourceTransport {
  func send(_ request: URLRequest) async throws -> (data: Data, status: Int)
}

/// The connection over the network.
struct SessionConnection: Connection {
  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try await URLSessionTransport.shared.send(request)
  }

  func send(_ request: URLRequest) async throws -> (data: Data, status: Int) {
    let (data, response) = try await URLSession.shared.data(for: request)
    return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
  }
}
