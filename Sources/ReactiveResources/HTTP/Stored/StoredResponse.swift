public import Foundation
import ReactiveLoadable

/// The metadata of a stored response: its header fields, dates, and the requests that it matches.
///
/// It computes freshness and age by the rules of RFC 9111 for a private cache.
public struct StoredResponse: Hashable, Sendable {
  /// The header fields, without those of the connection and without cookies.
  public let headers: HTTPFields
  /// The date of the last request for it.
  public let requested: Date
  /// The date at which the header fields of the last response arrived.
  public let received: Date
  /// The number of bytes of the body.
  public let length: Int

  let variant: RequestVariant
  let cacheControl: CacheControl

  /// Creates the metadata of a response.
  ///
  /// - Parameters:
  ///   - headers: The header fields of the response.
  ///   - request: The header fields of the request, for `Vary`.
  ///   - length: The number of bytes of the body.
  ///   - requested: The date of the request.
  ///   - received: The date at which the header fields arrived.
  public init(
    headers: HTTPFields,
    request: HTTPFields = [:],
    length: Int,
    requested: Date,
    received: Date
  ) {
    self.init(
      headers: Self.storable(of: headers),
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

  /// Removes cookies and the fields of the connection (RFC 9111, 3.1).
  ///
  /// Those that `Connection` names belong to the connection.
  static func storable(of headers: HTTPFields) -> HTTPFields {
    let named = FieldList.members(of: headers["connection"] ?? "").map { $0.lowercased() }
    return headers.without(unstoredFields.union(Set(named).subtracting(cachingFields)))
  }

  private static let unstoredFields: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization", "te", "trailer", "transfer-encoding",
    "upgrade", "set-cookie", "set-cookie2",
  ]

  /// The fields that control storing; `Connection` must not name them (RFC 9110, 7.6.1).
  private static let cachingFields: Set<String> = [
    "cache-control", "vary", "age", "date", "expires",
  ]
}

extension StoredResponse {
  /// The strong or weak `ETag` of the body; `nil` without one, or if it is malformed.
  public var entityTag: EntityTag? { headers["etag"].flatMap(EntityTag.init) }

  /// The `Content-Type` of the body with its parameters, such as `text/xml; charset=utf-8`.
  public var contentType: String? { headers["content-type"] }

  /// The header fields of a conditional request (RFC 9111, 4.3.1); empty without a validator.
  ///
  /// The stored validators are sent unchanged, also if they are not well-formed: a server compares
  /// them with its own text.
  public var conditions: HTTPFields {
    var conditions = HTTPFields()
    conditions["if-none-match"] = Self.validator("etag", of: headers)
    conditions["if-modified-since"] = Self.validator("last-modified", of: headers)
    return conditions
  }

  /// Returns the text of a validator; `nil` if it is empty or cannot be sent.
  static func validator(_ name: String, of headers: HTTPFields) -> String? {
    let text = headers[name].map { FieldList.trimmed($0[...]) } ?? ""
    return text.isEmpty || !HTTPFields.isValue(text) ? nil : text
  }

  var lastModified: Date? { date("last-modified") }

  /// The date at which the response was generated, or else at which it arrived.
  var originDate: Date { date("date") ?? received }

  func date(_ name: String) -> Date? {
    headers[name].flatMap { HTTPDate.date(from: $0, now: received) }
  }
}

// Credentials are redacted, and fingerprints of the request omitted.
extension StoredResponse: Described {
  package var objectText: ObjectText {
    ObjectText(
      "StoredResponse",
      counted(length, "byte"),
      ["received": HTTPDate.text(for: received), "headers": headers]
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "headers": headers, "requested": HTTPDate.text(for: requested),
      "received": HTTPDate.text(for: received), "length": length,
    ]
  }
}
