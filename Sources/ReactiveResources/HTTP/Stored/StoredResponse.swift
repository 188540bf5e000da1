public import Foundation

/// What is known of a kept answer: its header fields, when it came, and which requests it is for.
///
/// It says whether the answer may be used, by the rules of RFC 9111 for a cache of one user.
public struct StoredResponse: Hashable, Sendable {
  /// The header fields, without those of the connection and the cookies.
  public let headers: HTTPFields
  /// When it was asked for, last.
  public let requested: Date
  /// When its header fields came, last.
  public let received: Date
  /// How many bytes its body has.
  public let length: Int

  let variant: RequestVariant
  let cacheControl: CacheControl

  /// Describes an answer.
  ///
  /// - Parameters:
  ///   - headers: Its header fields.
  ///   - request: Those of the request, for `Vary`.
  ///   - length: How many bytes its body has.
  ///   - requested: When it was asked for.
  ///   - received: When its header fields came.
  public init(
    headers: HTTPFields,
    request: HTTPFields = [:],
    length: Int,
    requested: Date,
    received: Date
  ) {
    self.init(
      headers: Self.kept(of: headers),
      variant: RequestVariant(of: request, vary: headers["vary"]),
      length: length,
      requested: requested,
      received: received
    )
  }

  init(
    headers: HTTPFields,
    variant: RequestVariant,
    length: Int,
    requested: Date,
    received: Date
  ) {
    self.headers = headers
    self.variant = variant
    self.length = length
    self.requested = requested
    self.received = received
    cacheControl = CacheControl(headers["cache-control"])
  }

  /// Leaves out the fields of the connection, those that `Connection` names, and cookies
  /// (RFC 9111, 3.1).
  static func kept(of headers: HTTPFields) -> HTTPFields {
    let named = FieldList.members(of: headers["connection"] ?? "").map { $0.lowercased() }
    return headers.without(unkept.union(Set(named).subtracting(deciding)))
  }

  private static let unkept: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization", "te", "trailer", "transfer-encoding",
    "upgrade", "set-cookie", "set-cookie2",
  ]

  /// The fields that decide about keeping; no server may name them in `Connection` (RFC 9110, 7.6.1).
  private static let deciding: Set<String> = ["cache-control", "vary", "age", "date", "expires"]
}

extension StoredResponse {
  /// The strong or weak tag of the body; `nil` if there is none, or it is not well formed.
  public var entityTag: EntityTag? { headers["etag"].flatMap(EntityTag.init) }

  /// What the body is, such as `image/png`; `nil` if the server did not say.
  public var contentType: String? { headers["content-type"] }

  /// The header fields that ask whether it is still right (RFC 9111, 4.3.1).
  ///
  /// The date of the last change goes back letter by letter. There are none without a validator.
  public var conditions: HTTPFields {
    var conditions = HTTPFields()
    conditions["if-none-match"] = entityTag?.text
    conditions["if-modified-since"] = lastModified == nil ? nil : headers["last-modified"]
    return conditions
  }

  var lastModified: Date? { date("last-modified") }

  /// When the server made the answer, or else when it came.
  var made: Date { date("date") ?? received }

  func date(_ name: String) -> Date? {
    headers[name].flatMap { HTTPDate.date(from: $0, now: received) }
  }
}
