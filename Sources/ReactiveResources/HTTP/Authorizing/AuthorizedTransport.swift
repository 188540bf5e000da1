public import Foundation
public import ReactiveLoadable

/// A transport that adds credentials from a loader, and renews them once for all requests.
///
/// ```swift
/// let tokens = Loader { try await signIn.renewedFields() }  // ["Authorization": "Bearer …"]
/// let transport = AuthorizedTransport(
///   URLSessionTransport.shared,
///   origins: [server],
///   credentials: tokens
/// )
/// let api = ResourceFetcher(transport: transport)
/// ```
///
/// A request waits until the loader has credentials. After a 401 they are loaded again, once for
/// all requests that wait, and each request is repeated once. Other origins receive no credentials.
/// A reset of the loader cancels the requests of its user. See <doc:RenewingCredentials>.
///
/// Any number of requests may be sent concurrently, from any task.
public struct AuthorizedTransport: ResourceTransport {
  private let transport: any ResourceTransport
  private let origins: Set<Origin>
  private let source: CredentialsSource
  private let apply: @Sendable (inout ResourceRequest, AnyBox) -> Void

  /// Creates a transport with credentials of any type.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - origins: URLs of the origins that receive the credentials; only their schemes, hosts and
  ///     ports matter.
  ///   - credentials: The loader of the credentials. Its load function returns new ones each time;
  ///     its policy has their freshness, its timeout and its retries.
  ///   - apply: A function that adds credentials to a request, for instance in a header field. It
  ///     runs on the task that sends, for each time that the request is sent.
  public init<Credentials, Failure>(
    _ transport: any ResourceTransport,
    origins: [URL],
    credentials: Loader<NoRequest, Credentials, Failure>,
    apply: @escaping @Sendable (_ request: inout ResourceRequest, Credentials) -> Void
  ) {
    self.transport = transport
    self.origins = Set(origins.map(\.origin))
    source = CredentialsSource(credentials)
    self.apply = { apply(&$0, $1.assumed(of: Credentials.self).value) }
  }

  /// Creates a transport whose credentials are header fields, which texts redact by their names.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - origins: URLs of the origins that receive the credentials.
  ///   - credentials: The loader of the fields, such as `Authorization`; they replace those of a
  ///     request.
  public init<Failure>(
    _ transport: any ResourceTransport,
    origins: [URL],
    credentials: Loader<NoRequest, HTTPFields, Failure>
  ) {
    self.init(transport, origins: origins, credentials: credentials) { request, fields in
      request.headers = request.headers.merging(fields)
    }
  }

  /// Sends a request with credentials, and once more with new ones after a 401.
  ///
  /// - Returns: The response; a 401 if the server rejected the new credentials, too, or if the
  ///   renewal was cancelled.
  /// - Throws: ``ResourceError/unauthorized(_:)`` if the load of the credentials fails;
  ///   `CancellationError` if the task is cancelled, if the loader is reset, or if it is cancelled
  ///   before the request is sent; otherwise the error of the transport.
  public func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    guard request.allowsCredentials, origins.contains(request.url.origin) else {
      return try await transport.send(request)
    }
    try Task.checkCancellation()
    let user = source.user
    guard let credentials = try await source.credentials(of: user) else {
      return try await transport.send(request)
    }
    var response = try await send(request, of: user, with: credentials)
    guard response.status == 401 else { return response }
    // The connection is free for the renewal, also if the client waits for the reader of a body.
    response.body = ResourceBody([await response.body.start(upTo: 65_536)])
    guard let renewed = try await source.credentials(of: user, replacing: credentials) else {
      return response
    }
    return try await send(request, of: user, with: renewed)
  }

  /// Sends a request; its response ends when the user signs out.
  private func send(
    _ request: ResourceRequest,
    of user: CredentialsSource.User,
    with credentials: AnyBox
  ) async throws -> ResourceResponse {
    var request = request
    apply(&request, credentials)
    var response = try await transport.send(request)
    try source.check(user)
    response.body = response.body.checked { [source] in try source.check(user) }
    return response
  }
}

extension AuthorizedTransport: Described {
  package var objectText: ObjectText { ObjectText("AuthorizedTransport") }

  // The loader has the credentials.
  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["origins": origins.map(\.text).sorted()]
  }
}
