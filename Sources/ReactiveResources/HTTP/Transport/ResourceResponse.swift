/// An answer whose header fields are there and whose body is on its way.
public struct ResourceResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPFields
  /// The body; reading it drives the transfer, dropping it ends the transfer.
  public var body: ResourceBody

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields; none by default.
  ///   - body: The body; empty by default.
  public init(status: Int, headers: HTTPFields = [:], body: ResourceBody = ResourceBody([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
