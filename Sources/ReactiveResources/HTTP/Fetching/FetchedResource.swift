public import Foundation
public import ReactiveLoadable

/// The result of a fetch: a body with its status, its header fields, its source and its freshness.
public struct FetchedResource: Hashable, Sendable {
  /// The source of a body.
  public enum Source: Hashable, Sendable {
    /// The store: the stored response was used, fresh, stale, or confirmed by a 304.
    case disk
    /// The network.
    case network
  }

  /// The bytes of the body.
  public var body: Data
  /// The URL of the body: the target of the last redirect, or the URL of the request.
  public var url: URL?
  /// The source of the body; after a 304 that is ``Source/disk``.
  public var source: Source
  /// A Boolean value that indicates whether the response is stale.
  ///
  /// A stale response is shown during its revalidation, or returned by `stale-if-error` or
  /// ``RequestCachePolicy/onlyFromStore``.
  public var isStale: Bool
  /// The status of the response: 200 for a GET, any from 200 to 299 for another method.
  public var status: Int
  /// The header fields of the response.
  ///
  /// In a response from the store, `Age` is its current age in seconds (RFC 9111, 5.1).
  public var headers: HTTPFields
  /// The date at which the server last sent or confirmed the body.
  public var received: Date
  /// The freshness of the response and its time to live in memory; unlimited by default.
  public var lifetime: CacheLifetime

  /// Creates the result of a fetch from its properties, for a test or a preview.
  public init(
    body: Data,
    url: URL? = nil,
    source: Source,
    isStale: Bool = false,
    status: Int = 200,
    headers: HTTPFields = [:],
    received: Date,
    lifetime: CacheLifetime = CacheLifetime()
  ) {
    self.body = body
    self.url = url
    self.source = source
    self.isStale = isStale
    self.status = status
    self.headers = headers
    self.received = received
    self.lifetime = lifetime
  }

  /// The `Content-Type` of the body with its parameters, such as `text/xml; charset=utf-8`.
  public var contentType: String? { headers["content-type"] }
}

// Credentials are redacted. Dates are written as in header fields: the description of Foundation traps on
// Linux if a date is not a number.
extension FetchedResource: Described {
  package var objectText: ObjectText {
    ObjectText(
      "FetchedResource",
      "\(counted(body.count, "byte")) from \(source)\(isStale ? ", stale" : "")",
      [
        "status": status == 200 ? nil : status, "url": url?.redactedText,
        "received": HTTPDate.text(for: received), "headers": headers,
      ]
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "body": body, "url": url?.redactedText, "source": source, "isStale": isStale,
      "status": status,
      "headers": headers, "received": HTTPDate.text(for: received), "lifetime": lifetime,
    ]
  }
}
