import Foundation

/// The meaning of a response for its request.
enum FetchDecision: Hashable {
  /// The stored response is confirmed.
  case refresh(CachedResource)
  /// The complete body follows.
  case replace
  /// The rest of the body follows.
  case resume(PartialBody)
  /// The body of the response to a request that is no GET follows.
  case receive
  /// The target is at another URL, the value of `Location`.
  case redirect(String)
  /// The response does not match the request, such as a 304 without a record; a plain one follows.
  case requestAgain
  case fail(ResourceError)

  init(_ response: ResourceResponse, to conditional: ConditionalRequest, at now: Date) {
    let (status, headers) = (response.status, response.headers)
    let isFromOtherURL = conditional.isFromOtherURL(response)
    let retryAfter = RetryAfter(headers["retry-after"], now: now)
    let failure = FetchDecision.fail(.status(status, retryAfter: retryAfter))
    let repeated = conditional.isRepeated ? failure : .requestAgain
    switch status {
    case 200..<300 where !conditional.request.isGet: self = .receive
    case 200: self = .replace
    // Conditions and ranges apply to the requested URL only.
    case 304 where !conditional.request.isGet: self = failure
    case 304 where isFromOtherURL, 206 where isFromOtherURL: self = repeated
    case 304: self = conditional.confirmed(by: headers).map(FetchDecision.refresh) ?? repeated
    case 206: self = conditional.continued(by: headers).map(FetchDecision.resume) ?? repeated
    case 416 where conditional.part != nil: self = repeated
    case 301, 302, 303, 307, 308: self = headers["location"].map(FetchDecision.redirect) ?? failure
    case _: self = failure
    }
  }
}

extension ConditionalRequest {
  fileprivate func confirmed(by headers: HTTPFields) -> CachedResource? {
    guard let cached, cached.stored.conditions != [:], cached.stored.isConfirmed(by: headers) else {
      return nil
    }
    return cached
  }

  fileprivate func continued(by headers: HTTPFields) -> PartialBody? {
    guard let part, part.isContinued(by: headers) else { return nil }
    return part
  }
}
