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
  /// The date at which the response was generated, or else at which it arrived.
  let originDate: Date

  /// Creates the metadata of a response to a request with some header fields, which `Vary` names.
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
    originDate = Self.date("date", in: headers, received: received) ?? received
  }

  /// Removes cookies and the fields of the connection (RFC 9111, 3.1).
  ///
  /// Those that `Connection` names belong to the connection.
  static func storable(of headers: HTTPFields) -> HTTPFields {
    let named = headers.members(of: "connection").map { $0.lowercased() }
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
    let text = headers[name]?.trimmingBlanks ?? ""
    return text.isEmpty || !HTTPFields.isValue(text) ? nil : text
  }

  var lastModified: Date? { date("last-modified") }

  func date(_ name: String) -> Date? { Self.date(name, in: headers, received: received) }

  private static func date(_ name: String, in headers: HTTPFields, received: Date) -> Date? {
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

extension StoredResponse {
  /// The metadata for a ``ResourceRecord``; its names start with `http.`.
  public var metadata: [String: String] {
    var metadata = [
      Self.formatName: Self.format,
      Self.requestedName: String(requested.timeIntervalSince1970),
      Self.receivedName: String(received.timeIntervalSince1970),
      Self.lengthName: String(length),
      Self.saltName: variant.salt,
    ]
    metadata.reserveCapacity(ResourceRecord.usualMetadataCount)
    for (name, value) in headers { metadata[Self.fieldPrefix + name] = value }
    for (name, value) in variant.fingerprints { metadata[Self.variantPrefix + name] = value }
    return metadata
  }

  /// Creates a stored response from the metadata of a record.
  ///
  /// - Parameter metadata: The metadata; names without the prefix `http.` are ignored. The result
  ///   is `nil` if an entry is missing or invalid.
  public init?(metadata: [String: String]) {
    guard metadata[Self.formatName] == Self.format,
      let requested = metadata[Self.requestedName].flatMap(Self.date),
      let received = metadata[Self.receivedName].flatMap(Self.date),
      let length = metadata[Self.lengthName].flatMap(Int.init), length >= 0,
      let salt = metadata[Self.saltName], SHA256.isHex(salt, digits: 32)
    else { return nil }
    var (headers, variant) = (HTTPFields(), [String: String]())
    for (name, value) in metadata {
      if let field = Self.rest(of: name, after: Self.fieldPrefix) {
        headers[field] = value
      } else if let field = Self.rest(of: name, after: Self.variantPrefix) {
        variant[field] = value
      }
    }
    guard variant["authorization"] != nil else { return nil }
    self.init(
      headers: headers,
      variant: RequestVariant(fingerprints: variant, salt: salt),
      length: length,
      requested: requested,
      received: received
    )
  }

  /// The version of the metadata.
  ///
  /// Metadata without a version may belong to a redirected response, stored under the URL that
  /// redirected. That of version 2 has fingerprints without a salt.
  private static let format = "3"
  private static let formatName = "http.format"
  private static let requestedName = "http.requested"
  private static let receivedName = "http.received"
  private static let lengthName = "http.length"
  private static let saltName = "http.salt"
  private static let fieldPrefix = "http.field."
  private static let variantPrefix = "http.variant."

  private static func rest(of name: String, after prefix: String) -> String? {
    // By bytes: a name that starts with a combining mark would join the end of the prefix.
    guard name.utf8.starts(with: prefix.utf8) else { return nil }
    return String(name.utf8.dropFirst(prefix.utf8.count))
  }

  private static func date(_ text: String) -> Date? {
    guard let seconds = Double(text), abs(seconds) < 1e12 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}
