#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport over URLSession.
///
/// A redirect is an answer like any other: a ``ResourceFetcher`` follows it
/// (<doc:FollowingRedirects>).
///
/// It has a session of its own, because only a session's delegate is told of a body as it comes,
/// and keeps nothing in a `URLCache`: on Linux that ignores the query of a URL. An already cancelled
/// task opens no connection, and what a cancelled task awaits ends at once.
///
/// A body that is read more slowly than it comes is held in memory meanwhile, because URLSession on
/// Linux sends a request again when a suspended task is resumed. A ``ResourceFetcher`` reads at once,
/// and stops at ``FetchPolicy/sizeLimit``.
public final class URLSessionTransport: ResourceTransport {
  /// The one for everything that needs no configuration; it keeps no cookies.
  public static let shared = URLSessionTransport()

  private let session: URLSession
  private let router = TransferRouter()
  /// What the session would add to every request, also to one that a redirect led to.
  private let credentials: HTTPFields

  /// Creates a transport.
  ///
  /// - Parameter configuration: How it connects; its cache is taken out, and the credentials in
  ///   `httpAdditionalHeaders` are not sent to the other origins that redirects lead to. By default it is that of
  ///   URLSession, without cookies: an answer that depends on a cookie which the session adds would
  ///   be kept for everybody, as `Vary` is compared with the header fields of the request.
  public init(configuration: URLSessionConfiguration = .withoutCookies) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let configuration = configuration.withoutCache
    credentials = configuration.takeCredentials()
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
  }

  // The session holds its delegate until it is invalidated; transfers under way still end.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and returns when the header fields of its answer are there.
  ///
  /// - Parameter request: What to get.
  /// - Returns: The answer, whatever its status; a redirect, too.
  /// - Throws: `CancellationError` when the task is cancelled, also before it; otherwise what
  ///   URLSession reports.
  public func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try Task.checkCancellation()
    let transfer = Transfer(session.dataTask(with: urlRequest(request)), router)
    let head = try await transfer.head()
    return ResourceResponse(
      status: head.status,
      headers: head.headers,
      body: ResourceBody(TransferBody(transfer: transfer))
    )
  }
}

extension URLSessionConfiguration {
  /// That of URLSession, with neither cookies nor a cache.
  public static var withoutCookies: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default.withoutCache
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return configuration
  }

  /// Takes out the credentials that are sent with every request.
  fileprivate func takeCredentials() -> HTTPFields {
    var credentials = HTTPFields()
    for (name, value) in httpAdditionalHeaders ?? [:] {
      guard let name = name as? String, RedirectPolicy.credentials.contains(name.lowercased())
      else {
        continue
      }
      credentials[name] = "\(value)"
      httpAdditionalHeaders?[name] = nil
    }
    return credentials
  }

  /// A copy that keeps no answers.
  fileprivate var withoutCache: URLSessionConfiguration {
    let copy = copy() as? URLSessionConfiguration ?? self
    copy.urlCache = nil
    copy.requestCachePolicy = .reloadIgnoringLocalCacheData
    return copy
  }
}

extension URLSessionTransport {
  private func urlRequest(_ request: ResourceRequest) -> URLRequest {
    var sent = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    let headers = request.allowsCredentials ? credentials : [:]
    for (name, value) in headers.merging(request.headers) {
      sent.setValue(value, forHTTPHeaderField: name)
    }
    return sent
  }
}
