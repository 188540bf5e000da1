/// An HTTP client that sends requests and returns the responses.
///
/// Any HTTP client can be a transport, for instance AsyncHTTPClient:
///
/// ```swift
/// struct ClientTransport: ResourceTransport {
///   let client: HTTPClient  // with the redirectConfiguration .disallow
///
///   func send(_ request: ResourceRequest) async throws -> ResourceResponse {
///     var message = HTTPClientRequest(url: request.url.absoluteString)
///     message.method = HTTPMethod(rawValue: request.method.name)
///     if let body = request.body { message.body = .bytes(body) }
///     for (name, value) in request.headers { message.headers.add(name: name, value: value) }
///     let answer = try await client.execute(message, timeout: .seconds(60))
///     var headers = HTTPFields()
///     for (name, value) in answer.headers { headers.add(value, for: name) }
///     let chunks = answer.body.map { Data(buffer: $0) }
///     return ResourceResponse(
///       status: Int(answer.status.code), headers: headers, body: ResourceBody(chunks))
///   }
/// }
/// ```
///
/// A transport follows no redirects and stores no responses: a ``ResourceFetcher`` does both, by
/// the rules of <doc:FollowingRedirects> and <doc:RevalidatingResources>. A client that always
/// follows redirects reports the URL that responded as ``ResourceResponse/url``. A transport
/// never repeats a request by itself, unless the server cannot have performed it.
public protocol ResourceTransport: Sendable {
  /// Sends a request and returns when the header fields of its response have arrived.
  ///
  /// It may be called from any task, also concurrently. An already cancelled task sends nothing.
  /// Cancelling the task ends the exchange, and so does dropping the body before its end.
  ///
  /// - Parameter request: The request to send, with its method and its body.
  /// - Returns: The response, with any status, whose body arrives while it is read.
  /// - Throws: `CancellationError` or `URLError.cancelled` if the task is cancelled; otherwise the
  ///   error that prevented the response.
  func send(_ request: ResourceRequest) async throws -> ResourceResponse
}
