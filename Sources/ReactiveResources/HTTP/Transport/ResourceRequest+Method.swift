extension ResourceRequest {
  /// The method of a request (RFC 9110, 9), such as `GET` or `POST`.
  ///
  /// A method is a token, and case-sensitive. A request with any other name fails with
  /// ``ResourceError/invalidMethod(_:)`` before anything is sent.
  public struct Method: Hashable, Sendable, CustomStringConvertible {
    /// The name as it is sent.
    public let name: String

    /// Creates a method from its name, such as `PROPFIND`.
    ///
    /// - Parameter name: The name; one that is not known here counts as the method of a write.
    public init(_ name: String) { self.name = name }

    /// Reads a resource.
    public static let get = Self("GET")
    /// Reads the header fields of a resource, without its body.
    public static let head = Self("HEAD")
    /// Sends a body to be processed, for instance to create an item.
    public static let post = Self("POST")
    /// Creates or replaces a resource.
    public static let put = Self("PUT")
    /// Changes a part of a resource.
    public static let patch = Self("PATCH")
    /// Removes a resource.
    public static let delete = Self("DELETE")

    /// The name.
    public var description: String { name }
  }
}

extension ResourceRequest.Method {
  /// True if the method changes nothing (RFC 9110, 9.2.1); an unknown method may change anything.
  var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(name) }

  /// True if a request with the method may have a body.
  ///
  /// A body with `GET` or `HEAD` may be refused, ignored, or read as another request (9.3.1).
  var allowsBody: Bool { !["GET", "HEAD", "TRACE", "CONNECT"].contains(name) }

  /// True if the name is a token (RFC 9110, 5.6.2).
  var isToken: Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte) }

  /// Returns the method of the request to the target of a redirect.
  ///
  /// After 303 it is `GET`, and after 301 or 302 to a `POST`, as in every browser (RFC 9110, 15.4).
  func redirected(by status: Int) -> Self {
    switch status {
    case 303: self == .head ? self : .get
    case 301, 302: self == .post ? .get : self
    case _: self
    }
  }
}

extension UInt8 {
  /// True for a byte of a token (RFC 9110, 5.6.2).
  var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case _: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
