public import Foundation

/// An answer whose header fields are there and whose body is on its way.
public struct ResourceResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPFields
  /// The URL that answered, if the transport followed redirects itself; `nil` for that of the request.
  ///
  /// An answer of another URL is neither stored nor resumed, and it confirms nothing that is stored.
  public var url: URL?
  /// The body; reading it drives the transfer, dropping it ends the transfer.
  public var body: ResourceBody

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields; none by default.
  ///   - url: The URL that answered; that of the request by default.
  ///   - body: The body; empty by default.
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
