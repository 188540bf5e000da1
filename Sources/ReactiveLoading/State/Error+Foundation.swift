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
