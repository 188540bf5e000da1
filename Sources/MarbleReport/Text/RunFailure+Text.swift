extension RunFailure {
  /// The failure message: what happened, what it can mean, and what to do.
  package var text: String {
    switch self {
    case .message(let text), .misuse(let text): text
    case .difference(let text, let suggestion): text + (suggestion.map { "\n\($0)" } ?? "")
    case .neverSettles(let limit, let start, let last): .neverSettles(limit, start, last)
    case .tooManyJobs(let jobs, let start, let last): .tooManyJobs(jobs, start, last)
    case .hangs(let activity, let time, let length): .hangs(activity, time, length)
    case .timeLimitReached(let limit, let pending): .timeLimitReached(limit, pending)
    case .outside(let activity, let record): .outside(activity, record)
    case .sharedActors(let count): .sharedActors(count)
    case .realSleeps(let sleeps): .realSleeps(sleeps)
    case .hookReplaced: .hookReplaced
    case .notCovered(let mechanism): .notCovered(mechanism)
    case .onAnActor: .onAnActor
    case .nested: .nested
    case .nothingExpected: .nothingExpected
    case .leftovers(let leftovers, let record): .leftovers(leftovers, record)
    case .tooManySubscriptions(let began, let most, let label):
      .tooManySubscriptions(began, most, label)
    case .unknownRequests(let requests, let label, let cause):
      .unknownRequests(requests, label, cause)
    case .invalidAdvance(let reason, let time): .invalidAdvance(reason, time)
    case .stepOutOfTime(let time, let end): .stepOutOfTime(time, until: end)
    case .orderMismatch(let turn, let pick, let turns): .orderMismatch(turn, pick, turns)
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
