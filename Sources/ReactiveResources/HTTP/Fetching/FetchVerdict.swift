import Foundation

/// The meaning of a response for its request.
enum FetchVerdict: Hashable {
  /// The stored response is confirmed.
  case refresh(KeptResource)
  /// The complete body follows.
  case replace
  /// The rest of the body follows.
  case resume(PartialBody)
  /// The target is at another URL, the value of `Location`.
  case redirect(String)
  /// The response does not match the request, such as a 304 without a record; a plain one follows.
  case askAgain
  case fail(ResourceError)

  init(_ response: ResourceResponse, to question: FetchQuestion, at now: Date) {
    let (status, headers) = (response.status, response.headers)
    let isElsewhere = question.isElsewhere(response)
    let retryAfter = RetryAfter(headers["retry-after"], now: now)
    let failure = FetchVerdict.fail(.status(status, retryAfter: retryAfter))
    let another = question.isRepeated ? failure : .askAgain
    switch status {
    case 200: self = .replace
    // Conditions and ranges apply to the requested URL only.
    case 304 where isElsewhere, 206 where isElsewhere: self = another
    case 304: self = question.confirmed(by: headers).map(FetchVerdict.refresh) ?? another
    case 206: self = question.continued(by: headers).map(FetchVerdict.resume) ?? another
    case 416 where question.part != nil: self = another
    case 301, 302, 303, 307, 308: self = headers["location"].map(FetchVerdict.redirect) ?? failure
    case _: self = failure
    }
  }
}

extension FetchQuestion {
  fileprivate func confirmed(by headers: HTTPFields) -> KeptResource? {
    guard let kept, kept.stored.conditions != [:], kept.stored.isConfirmed(by: headers) else {
      return nil
    }
    return kept
  }

  fileprivate func continued(by headers: HTTPFields) -> PartialBody? {
    guard let part, part.isContinued(by: headers) else { return nil }
    return part
  }
}
