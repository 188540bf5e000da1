public import Foundation
import ReactiveLoadable

/// A response whose header fields have arrived and whose body is in flight.
public struct ResourceResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields; none by default.
  public var headers: HTTPFields
  /// The URL that responded, if the transport followed redirects; `nil` for the requested one.
  ///
  /// A response from another URL is neither stored nor resumed, and confirms no stored response.
  public var url: URL?
  /// The body, empty by default; reading it drives the transfer, and dropping it ends the transfer.
  public var body: ResourceBody

  /// Creates a response from its properties.
  public init(
    status: Int,
    headers: HTTPFields = [:],
    url: URL? = nil,
    body: ResourceBody = ResourceBody([])
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
  }
}

// Credentials are redacted.
extension ResourceResponse: Described {
  package var objectText: ObjectText {
    ObjectText(
      "ResourceResponse",
      "\(status)",
      ["headers": headers, "url": url?.redactedText]
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["status": status, "headers": headers, "url": url?.redactedText]
  }
}
