#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
import ReactiveLoadable
#endif

/// A transport over URLSession.
///
/// Redirects are returned as responses: a ``ResourceFetcher`` follows them
/// (<doc:FollowingRedirects>).
///
/// The transport has a separate session, because only the delegate of a session receives a body in
/// chunks. It stores nothing in a `URLCache`, which ignores the query of a URL on Linux. An already
/// cancelled task opens no connection, and the waiting calls of a cancelled task end immediately.
///
/// On Linux each write has a separate connection, because URLSession there sends a request again,
/// whatever its method is, when a reused connection ends before the response.
///
/// If a body arrives faster than it is read, the unread bytes stay in memory, because URLSession on
/// Linux sends a request again when a suspended task is resumed. A transfer for a
/// ``ResourceFetcher`` ends as soon as more bytes than ``FetchPolicy/sizeLimit`` have arrived, read
/// or not.
public final class URLSessionTransport: ResourceTransport {
  /// The shared transport with the default configuration, which stores no cookies.
  public static let shared = URLSessionTransport()

  private let session: URLSession
  private let router = TransferRouter()
  /// The fields that the session would add to every request, also to the target of a redirect.
  private let fields: HTTPFields
  /// True for the transport of one write.
  private let isForOneWrite: Bool

  /// Creates a transport.
  ///
  /// By default the session has no cookies. `Vary` is compared with the header fields of a request,
  /// so a response that depends on a cookie of the session would be stored for all users.
  ///
  /// - Parameter configuration: The configuration of the session; by default `withoutCookies`. Its
  ///   `URLCache` is removed. The credentials in its `httpAdditionalHeaders`, and its fields in
  ///   ``RedirectPolicy/sensitiveFields``, are not sent to other origins after a redirect.
  public convenience init(configuration: URLSessionConfiguration = .withoutCookies) {
    let configuration = configuration.withoutCache
    self.init(configuration, fields: configuration.takeFields())
  }

  private init(
    _ configuration: URLSessionConfiguration,
    fields: HTTPFields,
    isForOneWrite: Bool = false
  ) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    self.fields = fields
    self.isForOneWrite = isForOneWrite
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
  }

  // The session retains its delegate until it is invalidated; running transfers still end.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and returns when the header fields of its response have arrived.
  ///
  /// - Returns: The response, with any status, also a redirect.
  /// - Throws: `CancellationError` if the task is cancelled, also before the call; a
  ///   ``ResourceError`` if the request cannot be sent; otherwise the error of URLSession.
  public func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try Task.checkCancellation()
    #if canImport(FoundationNetworking)
    // The connections of another session are not reused. The response arrives after its release, too.
    if !isForOneWrite, !request.method.isSafe {
      let configuration = session.configuration
      let other = URLSessionTransport(configuration, fields: fields, isForOneWrite: true)
      return try await other.send(request)
    }
    #endif
    let task = session.dataTask(with: try urlRequest(request))
    let transfer = Transfer(task, router)
    let head = try await transfer.head()
    return ResourceResponse(
      status: head.status,
      headers: head.headers,
      body: ResourceBody { { try await transfer.next() } }
    )
  }
}

extension URLSessionConfiguration {
  /// The default configuration of URLSession, without cookies and without a cache.
  public static var withoutCookies: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default.withoutCache
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return configuration
  }

  /// Removes the fields that are sent with every request, and returns them.
  ///
  /// Fields that a request cannot have, such as `Host`, stay: the session decides.
  fileprivate func takeFields() -> HTTPFields {
    var fields = HTTPFields()
    for (key, value) in httpAdditionalHeaders ?? [:] {
      guard let name = key as? String else { continue }
      let field: HTTPFields = [name: ""]
      guard (try? field.validate()) != nil else { continue }
      fields[name] = "\(value)"
      httpAdditionalHeaders?[key] = nil
    }
    return fields
  }

  /// A copy without a cache.
  fileprivate var withoutCache: URLSessionConfiguration {
    let copy = copy() as? URLSessionConfiguration ?? self
    copy.urlCache = nil
    copy.requestCachePolicy = .reloadIgnoringLocalCacheData
    return copy
  }
}

extension URLSessionTransport {
  private func urlRequest(_ request: ResourceRequest) throws(ResourceError) -> URLRequest {
    var request = request
    request.headers = fields.without(request.withheldFields).merging(request.headers)
    // URLSession drops a field with a line break, and sends the rest.
    try request.validate()
    var sent = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    sent.httpMethod = request.method.name
    sent.httpBody = request.body
    for (name, value) in request.headers {
      // Blanks around a value have no meaning. A value of blanks only would not be sent on Linux, but
      // an empty one is.
      sent.setValue(value.trimmingBlanks, forHTTPHeaderField: name)
    }
    return sent
  }
}

extension URLSessionTransport: Described {
  package var objectText: ObjectText { ObjectText("URLSessionTransport") }
  // The configuration of a session may contain credentials.
  package var mirrorParts: KeyValuePairs<String, Any?> { [:] }
}
