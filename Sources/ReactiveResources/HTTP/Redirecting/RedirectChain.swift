import Foundation

/// The requests of one fetch, each created by the redirect before it.
struct RedirectChain: Hashable {
  /// The request to send next.
  private(set) var request: ResourceRequest
  /// The number of followed redirects.
  private(set) var count = 0
  private let policy: RedirectPolicy
  private let first: ResourceRequest

  init(_ request: ResourceRequest, _ policy: RedirectPolicy) {
    self.request = request
    self.policy = policy
    first = request
  }

  /// Creates the request for the target of a redirect; `location` is the value of its `Location`.
  ///
  /// A write becomes a GET without a body, or keeps its method and its body, by the status.
  /// An error may be printed anywhere, so its texts are redacted, and only those.
  mutating func follow(
    _ location: String,
    status: Int = 302,
    redact: (String) -> String = HTTPRedaction.text
  ) throws(RedirectError) {
    guard count < policy.limit else { throw .tooMany(limit: policy.limit) }
    let target = try target(of: location, redact)
    count += 1
    let isSameOrigin = target.origin == request.url.origin
    if !isSameOrigin {
      request.headers = request.headers.without(policy.originFields)
      request.withheldFields = policy.originFields
    }
    let method = request.method.redirected(by: status)
    if method != request.method { request.becomeGet() }
    request.url = target
    request.key = first.key(redirectedTo: target)
  }

  /// Returns the URL that a `Location` names (RFC 9110, 10.2.2).
  private func target(
    of location: String,
    _ redact: (String) -> String
  ) throws(RedirectError) -> URL {
    let text = location.trimmingBlanks
    guard !text.isEmpty, let reference = URL(reading: text), reference.user() == nil,
      reference.password() == nil,
      let target = URL(reading: text, relativeTo: request.url)?.absoluteURL
    else { throw .unusable(location: redact(location)) }
    let (from, to) = (request.url.origin, target.origin)
    if from.scheme == "https", to.scheme == "http" { throw .insecure(HTTPRedaction.url(target)) }
    let isUpgrade = from.scheme == "http" && to.scheme == "https"
    guard from.scheme == to.scheme || isUpgrade, to.host.isEmpty == from.host.isEmpty else {
      throw .unusable(location: redact(location))
    }
    return target.withFragment(of: request.url)
  }
}

extension ResourceRequest {
  /// Becomes a GET of the target of a redirect, without a body and the fields about it.
  ///
  /// A stored response may be of the time before the write, so it is revalidated.
  fileprivate mutating func becomeGet() {
    (method, body) = (.get, nil)
    headers = headers.without(Self.bodyFields)
    if cachePolicy == .standard { cachePolicy = .reload }
  }

  private static let bodyFields: Set<String> = [
    "content-encoding", "content-language", "content-location", "content-type",
  ]
}

extension URL {
  /// Adds the fragment of the redirecting URL to a target without one (RFC 9110, 10.2.2).
  fileprivate func withFragment(of other: URL) -> URL {
    guard fragment() == nil, let fragment = other.fragment(),
      var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    components.percentEncodedFragment = fragment
    return components.url ?? self
  }
}
