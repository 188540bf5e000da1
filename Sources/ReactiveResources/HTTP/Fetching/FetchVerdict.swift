import Foundation

/// What an answer means for the question.
enum FetchVerdict: Hashable {
  /// What is kept is still right.
  case refresh(KeptResource)
  /// The whole body follows.
  case replace
  /// The rest of the body follows.
  case resume(PartialBody)
  /// It answers another question, so a plain one follows (edge case: 304 with nothing kept).
  case askAgain
  case fail(ResourceError)

  init(_ status: Int, _ headers: HTTPFields, to question: FetchQuestion, at now: Date) {
    let retryAfter = RetryAfter(headers["retry-after"], now: now)
    let failure = FetchVerdict.fail(.status(status, retryAfter: retryAfter))
    let another = question.isRepeated ? failure : .askAgain
    switch status {
    case 200: self = .replace
    case 304: self = question.confirmed(by: headers).map(FetchVerdict.refresh) ?? another
    case 206: self = question.continued(by: headers).map(FetchVerdict.resume) ?? another
    case 416 where question.part != nil: self = another
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
