import Foundation

/// What an answer means for the question.
enum FetchVerdict: Hashable {
  /// What is kept is still right.
  case refresh(KeptResource)
  /// The whole body follows.
  case replace
  /// The rest of the body follows.
  case resume(PartialBody)
  /// The answer is at another URL, by the value of `Location`.
  case redirect(String)
  /// It answers another question, so a plain one follows (edge case: 304 with nothing kept).
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
    // Conditions and ranges are about the URL that was asked.
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
