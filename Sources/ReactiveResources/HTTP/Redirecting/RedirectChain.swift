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
  /// An error may be printed anywhere, so its texts are redacted, and only those.
  mutating func follow(
    _ location: String,
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

extension URL {
  /// The scheme, host and port (RFC 9110, 4.3.1).
  fileprivate var origin: (scheme: String, host: String, port: Int?) {
    let scheme = scheme?.lowercased() ?? ""
    return (scheme, host()?.lowercased() ?? "", port ?? ["http": 80, "https": 443][scheme])
  }

  /// Adds the fragment of the redirecting URL to a target without one (RFC 9110, 10.2.2).
  fileprivate func withFragment(of other: URL) -> URL {
    guard fragment() == nil, let fragment = other.fragment(),
      var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    components.percentEncodedFragment = fragment
    return components.url ?? self
  }
}
