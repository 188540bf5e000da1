import Foundation
import ReactiveResources
import Synchronization

/// HTTP requests for bytes; a cancelled task closes its connection.
struct Transport: Sendable {
  /// A callback for every received piece, with the bytes so far and the total if it is known.
  typealias Progress = @Sendable (_ received: Int64, _ total: Int64?) -> Void

  private let fetcher: ResourceFetcher

  /// Creates a transport; tests supply a connection without a network.
  init(_ connection: any ResourceTransport = URLSessionTransport.shared) {
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

  /// Sends a write, and returns the body of the response; throws for every status but 200 to 299.
  func send(_ write: ResourceRequest) async throws(APIError) -> Data {
    do throws(ResourceError) {
      return try await fetcher.fetch(write).body
    } catch {
      throw APIError(error, url: write.url)
    }
  }
}
