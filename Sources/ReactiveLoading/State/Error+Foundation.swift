import Foundation

// NB: this tests the type, because a cast of the error itself may bridge it.
extension Error {
  /// The error as an `NSError`, if it is one or a Foundation type that wraps one; else `nil`.
  var foundationError: NSError? {
    switch Swift.type(of: self as any Error) {
    case is NSError.Type, is URLError.Type, is CocoaError.Type, is POSIXError.Type: self as NSError
    case _: nil
    }
  }

  /// The underlying error in the user info of a Foundation error.
  var underlyingCause: (any Error)? {
    let type = Swift.type(of: self as any Error)
    guard type is NSError.Type || type is any CustomNSError.Type else { return nil }
    return (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
  }
}

extension Error {
  /// The error that the load function threw, without a wrapping ``LoadError``.
  package var thrown: any Error { (self as? LoadError)?.underlying ?? self }

  /// True if the error counts as cancellation.
  ///
  /// True for `CancellationError`, `URLError.cancelled` and `CocoaError.userCancelled`, also as a
  /// plain `NSError`, and for an error with one of these as its underlying error. See
  /// <doc:LoaderContract#L5-Cancellation>.
  package var countsAsCancellation: Bool {
    var error: any Error = self
    for _ in 0..<maxUnderlyingErrors {
      if error.thrown.isCancellation { return true }
      guard let cause = error.thrown.underlyingCause else { return false }
      error = cause
    }
    return false
  }

  private var isCancellation: Bool {
    if self is CancellationError { return true }
    if let decoded = self as? DecodedError { return decoded.isCancellation }
    guard let error = foundationError else { return false }
    return cancellations.contains { $0.domain == error.domain && $0.code == error.code }
  }
}

/// The number of underlying errors to check at most, because the chain may be circular.
private let maxUnderlyingErrors = 16

// NB: on Linux a cast of an NSError to URLError fails, so domain and code are compared.
private let cancellations: [(domain: String, code: Int)] = [
  (NSURLErrorDomain, URLError.Code.cancelled.rawValue),
  (NSCocoaErrorDomain, CocoaError.Code.userCancelled.rawValue),
  (swiftCancellation.domain, swiftCancellation.code),
]

private let swiftCancellation = CancellationError() as NSError
