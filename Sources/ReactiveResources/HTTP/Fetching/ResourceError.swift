public import Foundation
public import ReactiveLoadable

/// Why a fetch brings nothing.
public enum ResourceError: Error, Hashable, Sendable {
  /// The task was cancelled; see ``isCancellation(_:)``.
  case cancelled
  /// The server answered with this status, and perhaps with a time at which to ask again.
  case status(Int, retryAfter: RetryAfter? = nil)
  /// The body has more than so many bytes; the transfer was ended.
  case tooLarge(limit: Int)
  /// The body ended before the length that the server had announced.
  case incomplete(received: Int64, expected: Int64)
  /// Nothing that may be used is kept, and only what is kept was to be used.
  case notStored
  /// A redirect is not followed.
  case redirect(RedirectError)
  /// The transport failed with this error.
  case transport(LoadError)

  /// When the server wants to be asked again, if it answered with a status and said so.
  public var retryAfter: RetryAfter? {
    guard case .status(_, let retryAfter) = self else { return nil }
    return retryAfter
  }

  /// Whether an error is ``cancelled``.
  ///
  /// It is what `LoadPolicy.isCancellation` of a loader takes whose failure is a ``ResourceError``.
  ///
  /// - Parameter error: Any error.
  /// - Returns: Whether it says that a fetch was cancelled.
  public static func isCancellation(_ error: any Error) -> Bool {
    error as? ResourceError == .cancelled
  }

  /// What a transport threw; its way of saying that the task was cancelled becomes ``cancelled``.
  init(thrown error: any Error) {
    switch error {
    case let error as ResourceError: self = error
    case _ where error.meansCancelled: self = .cancelled
    case _: self = Task.isCancelled ? .cancelled : .transport(LoadError(error))
    }
  }

  /// Whether it is one for which a kept answer may stand in (RFC 5861, 4): the server is out of
  /// reach or out of order.
  var mayBeStoodInFor: Bool {
    switch self {
    case .status(let code, _): [500, 502, 503, 504].contains(code)
    case .transport, .incomplete: true
    case .cancelled, .tooLarge, .notStored, .redirect: false
    }
  }
}

extension ResourceError: LocalizedError {
  /// A sentence that says what went wrong.
  public var errorDescription: String? {
    switch self {
    case .cancelled: "The download was cancelled."
    case .status(let code, _): "The server answered with status \(code)."
    case .tooLarge(let limit): "The download has more than the \(limit) bytes that are allowed."
    case .incomplete(let received, let expected):
      "The download ended after \(received) of \(expected) bytes."
    case .notStored: "Nothing that may be used is kept of the download."
    case .redirect(let error): error.localizedDescription
    case .transport(let error):
      "The server could not be reached: \(error.underlying.localizedDescription)"
    }
  }
}
