import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches bytes over HTTP and gives every way to fail a case of ``APIError``.
struct Transport: Sendable {
  private let session: URLSession

  /// Makes a transport without cookies and cache; `timeout` is for each silence, in seconds.
  init(timeout: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration)
  }

  /// Fetches the body at a URL; throws for every status but 200 to 299.
  func data(from url: URL) async throws(APIError) -> Data {
    // NB: on Linux URLSession connects even when the task is cancelled already.
    guard !Task.isCancelled else { throw .cancelled }
    let (data, response): (Data, URLResponse)
    do {
      (data, response) = try await session.data(from: url)
    } catch {
      throw APIError(error, url: url)
    }
    if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
      throw .status(status)
    }
    return data
  }
}
