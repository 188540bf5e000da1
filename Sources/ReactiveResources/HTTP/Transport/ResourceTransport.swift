/// Sends requests and brings the answers.
///
/// Any client can be one. Over AsyncHTTPClient it is these lines:
///
/// ```swift
/// struct ClientTransport: ResourceTransport {
///   let client: HTTPClient  // with the redirectConfiguration .disallow
///
///   func send(_ request: ResourceRequest) async throws -> ResourceResponse {
///     var message = HTTPClientRequest(url: request.url.absoluteString)
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
/// It follows no redirects and stores no answers: a ``ResourceFetcher`` does both, by the rules of
/// <doc:FollowingRedirects> and <doc:RevalidatingResources>. A client whose redirects cannot be turned
/// off reports the URL that answered as ``ResourceResponse/url``.
public protocol ResourceTransport: Sendable {
  /// Sends a request and returns when the header fields of its answer are there.
  ///
  /// It may be called from any task, also at the same time. An already cancelled task sends nothing;
  /// cancelling the task ends the exchange, and so does dropping the body before its end.
  ///
  /// - Parameter request: What to get.
  /// - Returns: The answer, whatever its status, with a body that comes while it is read.
  /// - Throws: `CancellationError` or `URLError.cancelled` when the task is cancelled; otherwise what
  ///   kept the request from being answered.
  func send(_ request: ResourceRequest) async throws -> ResourceResponse
}
