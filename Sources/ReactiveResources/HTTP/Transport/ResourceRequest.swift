public import Foundation
import ReactiveLoadable

/// A request, by default a GET, with its use of stored responses.
///
/// A request with another method may have a body (<doc:WritingOverHTTP>):
///
/// ```swift
/// ResourceRequest(url, method: .post, headers: ["Content-Type": "application/json"], body: json)
/// ```
public struct ResourceRequest: Hashable, Sendable {
  /// The URL, usually `https`; its fragment is not sent.
  public var url: URL
  /// The header fields to send; none by default.
  ///
  /// A ``ResourceFetcher`` replaces conditional fields and `Range` of a GET. It sends
  /// `Cache-Control` unchanged; in this field only `no-store` affects the store. Use
  /// ``cachePolicy`` to control the rest.
  public var headers: HTTPFields
  /// The key of the stored response; by default the URL without its fragment and user information.
  ///
  /// Set a key if the URL has a part that changes, such as a token. A ``DiskCache`` stores a hash
  /// of the key. A write removes the response that is stored for its key.
  public var key: String
  /// The use of stored responses; requests with a different value are different requests.
  public var cachePolicy: RequestCachePolicy
  /// A Boolean value that indicates whether a transport may add credentials.
  ///
  /// It is `false` after a redirect to another origin.
  public var allowsCredentials: Bool { withheldFields.isEmpty }
  /// The names, in lowercase, of the fields that were removed, and that no transport may add.
  var withheldFields: Set<String> = []
  /// The number of resets of the loader before the request, whose bodies it does not share.
  var generation: UInt = 0
  /// The method and the body; `nil` for a GET without a body.
  // NB: In one object, so that the requests of images are copied and compared as fast as without.
  private var action: RequestAction?

  /// Creates a request from its properties, with a default for each but the URL.
  public init(
    _ url: URL,
    method: ResourceRequest.Method = .get,
    headers: HTTPFields = [:],
    body: Data? = nil,
    key: String? = nil,
    cachePolicy: RequestCachePolicy = .standard
  ) {
    self.url = url
    self.headers = headers
    self.key = key ?? Self.key(of: url)
    self.cachePolicy = cachePolicy
    action = RequestAction(method, body)
  }
}

extension ResourceRequest {
  /// The method; GET by default.
  public var method: ResourceRequest.Method {
    get { action?.method ?? .get }
    set { action = RequestAction(newValue, body) }
  }

  /// The body, which GET and HEAD must not have; none by default.
  ///
  /// It is bytes and no stream, so that every request can be repeated. `Data(contentsOf: file,
  /// options: .mappedIfSafe)` sends a large file without reading it into memory first.
  public var body: Data? {
    get { action?.body }
    set { action = RequestAction(method, newValue) }
  }

  /// True if the request reads a representation, which a fetcher may store and revalidate.
  var isGet: Bool { action == nil }

  /// Throws an error if the request cannot be sent.
  func validate() throws(ResourceError) {
    do { try headers.validate() } catch { throw .invalidField(error) }
    guard method.isToken, body == nil || method.allowsBody else { throw .invalidMethod(method) }
  }
}

/// The method and the body of a request that is no plain GET.
private final class RequestAction: Hashable, Sendable {
  let method: ResourceRequest.Method
  let body: Data?

  init?(_ method: ResourceRequest.Method, _ body: Data?) {
    if method == .get, body == nil { return nil }
    (self.method, self.body) = (method, body)
  }

  static func == (left: RequestAction, right: RequestAction) -> Bool {
    left === right || left.method == right.method && left.body == right.body
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(body)
  }
}

extension ResourceRequest {
  /// Returns the default key of a request: its URL without the fragment and the user information.
  static func key(of url: URL) -> String {
    let text = url.absoluteString.prefix { $0 != "#" }
    guard let (start, end) = userInformation(of: url, in: text) else { return String(text) }
    return String(text[..<start] + text[end...])
  }

  /// Returns the key of the response that a redirect of this request leads to.
  func key(redirectedTo url: URL) -> String {
    let (requested, own) = (Self.key(of: self.url), Self.key(of: url))
    // A key of the caller may distinguish accounts, so it is part of the key of the target.
    return key == requested ? own : "\(key) \(own)"
  }

  /// The header fields that a response is stored for.
  ///
  /// A user and a password in the URL count as `Authorization`, because they are not in the key.
  var storedFields: HTTPFields {
    let text = url.absoluteString[...]
    guard headers["authorization"] == nil,
      let (start, end) = Self.userInformation(of: url, in: text)
    else { return headers }
    var fields = headers
    fields["authorization"] = "URL \(text[start..<end])"
    return fields
  }

  /// Returns the start and the end of the user, the password and the `@` in a URL.
  private static func userInformation(
    of url: URL,
    in text: Substring
  ) -> (Substring.Index, Substring.Index)? {
    guard text.utf8.contains(UInt8(ascii: "@")), let scheme = url.scheme,
      text.hasPrefix("\(scheme)://")
    else { return nil }
    let authority = text.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
    return authority.lastIndex(of: "@").map { (authority.startIndex, authority.index(after: $0)) }
  }
}

// Credentials are redacted.
extension ResourceRequest: Described {
  package var objectText: ObjectText {
    let hasOwnKey = key != Self.key(of: url)
    return ObjectText(
      "ResourceRequest",
      url.redactedText,
      [
        "method": method == .get ? nil : method,
        "body": body.map { counted($0.count, "byte") },
        "headers": headers == [:] ? nil : headers,
        "key": hasOwnKey ? String(reflecting: HTTPRedaction.text(key)) : nil,
        "cachePolicy": cachePolicy == .standard ? nil : cachePolicy,
      ]
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "url": url.redactedText, "method": method == .get ? nil : method,
      "body": body.map { counted($0.count, "byte") }, "headers": headers,
      "key": HTTPRedaction.text(key), "cachePolicy": cachePolicy,
      "allowsCredentials": allowsCredentials,
    ]
  }
}
