extension RunFailure {
  /// The failure message: what happened, what it can mean, and what to do.
  package var text: String {
    switch self {
    case .message(let text), .misuse(let text): text
    case .difference(let text, let suggestion): text + (suggestion.map { "\n\($0)" } ?? "")
    case .neverSettles(let limit, let start, let last):
      FailureParts.neverSettles(limit, start, last).text
    case .tooManyJobs(let jobs, let start, let last):
      FailureParts.tooManyJobs(jobs, start, last).text
    case .hangs(let activity, let time, let length):
      FailureParts.hangs(activity, time, length).text
    case .timeLimitReached(let limit, let pending):
      FailureParts.timeLimitReached(limit, pending).text
    case .outside(let activity, let record): FailureParts.outside(activity, record).text
    case .sharedActors(let count): FailureParts.sharedActors(count).text
    case .realSleeps(let sleeps): FailureParts.realSleeps(sleeps).text
    case .hookReplaced: FailureParts.hookReplaced.text
    case .notCovered(let mechanism): FailureParts.notCovered(mechanism).text
    case .onAnActor: FailureParts.onAnActor.text
    case .nested: FailureParts.nested.text
    case .nothingExpected: FailureParts.nothingExpected.text
    case .leftovers(let leftovers, let record): FailureParts.leftovers(leftovers, record).text
    case .tooManySubscriptions(let began, let most, let label):
      FailureParts.tooManySubscriptions(began, most, label).text
    case .unknownRequests(let requests, let label, let cause):
      FailureParts.unknownRequests(requests, label, cause).text
    case .invalidAdvance(let reason, let time): FailureParts.invalidAdvance(reason, time).text
    case .stepOutOfTime(let time, let end): FailureParts.stepOutOfTime(time, until: end).text
    case .orderMismatch(let turn, let pick, let turns):
      FailureParts.orderMismatch(turn, pick, turns).text
    }
  }
}

/// A sentence with the first of several texts, and the others in lines below it.
func listing(_ lines: [String], after start: String, most: Int = 8) -> String {
  guard let first = lines.first else { return "\(start)." }
  guard lines.count > 1 else { return "\(start): \(first)." }
  let rest = lines.count > most ? ["… and \(lines.count - most) more"] : []
  let others = (lines.prefix(most).dropFirst() + rest).map { "  \($0)" }
  return (["\(start): \(first); \(lines.count - 1) more:"] + others).joined(separator: "\n")
}
