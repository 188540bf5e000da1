public import Foundation
public import ReactiveLoadable

/// The reason why a fetch failed.
public enum ResourceError: LocalizedError, Hashable, Sendable {
  /// The task was cancelled; see ``isCancellation(_:)``.
  case cancelled
  /// The server responded with this HTTP status, and possibly with a time for the next request.
  ///
  /// The body is that of the response to a write, at most its first 64 KiB, such as the reason why
  /// a form is refused. It is empty for a GET, and shown in no text.
  case status(Int, retryAfter: RetryAfter? = nil, body: Data = Data())
  /// The body exceeds this number of bytes; the transfer was ended.
  case tooLarge(limit: Int)
  /// The body has fewer or more bytes than the server had announced.
  case incomplete(received: Int64, expected: Int64)
  /// No usable response is stored, and ``RequestCachePolicy/onlyFromStore`` allows no request.
  case notStored
  /// A header field of the request cannot be sent; nothing was sent.
  case invalidField(HTTPFieldError)
  /// The method is no token, or must not have the body of the request; nothing was sent.
  case invalidMethod(ResourceRequest.Method)
  /// The credentials of an ``AuthorizedTransport`` could not be loaded, because of this error.
  case unauthorized(LoadError)
  /// The fetch was redirected, and the redirect is not followed.
  case redirect(RedirectError)
  /// The transport failed with this error, whose user info is redacted if it is one of Foundation.
  case transport(LoadError)

  /// The time at which the server expects the next request; `nil` without a `Retry-After`.
  public var retryAfter: RetryAfter? {
    guard case .status(_, let retryAfter, _) = self else { return nil }
    return retryAfter
  }

  /// Returns true for ``cancelled``.
  ///
  /// Pass it as `LoadPolicy.isCancellation` of a loader whose failure type is ``ResourceError``.
  public static func isCancellation(_ error: any Error) -> Bool {
    error as? ResourceError == .cancelled
  }

  /// Wraps an error of a transport; errors that mean cancellation become ``cancelled``.
  init(thrown error: any Error) {
    switch error {
    case let error as ResourceError: self = error
    case let error as HTTPFieldError: self = .invalidField(error)
    case _ where error.countsAsCancellation: self = .cancelled
    case _: self = Task.isCancelled ? .cancelled : .transport(LoadError(HTTPRedaction.error(error)))
    }
  }

  /// Returns the error of a status with the start of the body of its response.
  func with(_ body: ResourceBody) async -> ResourceError {
    guard case .status(let code, let retryAfter, _) = self else { return self }
    return .status(code, retryAfter: retryAfter, body: await body.start(upTo: 65_536))
  }

  /// True if `stale-if-error` applies: the server failed or is unreachable (RFC 5861, 4).
  var allowsStale: Bool {
    switch self {
    case .status(let code, _, _): [500, 502, 503, 504].contains(code)
    case .transport, .incomplete: true
    case .cancelled, .tooLarge, .notStored, .invalidField, .invalidMethod, .unauthorized, .redirect:
      false
    }
  }

  /// A message that describes the failure.
  public var errorDescription: String? {
    switch self {
    case .cancelled: "The request was cancelled."
    case .status(let code, _, _): "The server answered with status \(code)."
    case .tooLarge(let limit): "The download exceeds the limit of \(limit) bytes."
    case .incomplete(let received, let expected) where received > expected:
      "The server sent \(received) bytes, more than the announced \(expected)."
    case .incomplete(let received, let expected):
      "The download ended after \(received) of \(expected) bytes."
    case .notStored: "No usable response is stored, and the request allows no network access."
    case .invalidField(let error): error.localizedDescription
    case .invalidMethod(let method) where method.isToken:
      "A request with the method \(method) must not have a body. Remove the body."
    case .invalidMethod(let method):
      """
      The method \(String(reflecting: method.name)) cannot be sent, because it is not a name of \
      letters, such as "POST".
      """
    case .unauthorized(let error):
      "The credentials could not be loaded: \(error.underlying.localizedDescription)"
    case .redirect(let error): error.localizedDescription
    case .transport(let error):
      (error.underlying as? InvalidLength)?.errorDescription
        ?? "The server could not be reached: \(error.underlying.localizedDescription)"
    }
  }
}
