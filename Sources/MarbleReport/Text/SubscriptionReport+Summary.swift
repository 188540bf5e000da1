// The first line on the subscriptions of an input: `cancelled 20 ms early: at 30 ms, expected at 50 ms`.

extension SubscriptionReport {
  var summary: String {
    guard expected.count == actual.count else { return otherCount }
    let first =
      differing.first.map { (actual.count > 1 ? "\(label)[\($0)] " : "") + difference(at: $0) }
      ?? ""
    guard differing.count > 1 else { return first }
    return "\(differing.count) different subscriptions; first: \(first)"
  }

  private var otherCount: String {
    let noun = expected.count == 1 ? "subscription" : "subscriptions"
    let (wanted, got) = (expected.compactMap(\.events.first?.time), actual.map(\.began))
    guard !got.isEmpty else {
      let times = wanted.map(\.spokenText).joined(separator: ", ")
      return "never subscribed, expected \(expected.count) \(noun) at \(times)"
    }
    return "expected \(expected.count) \(noun)\(wanted.listed), got \(actual.count)\(got.listed)"
  }

  private func difference(at index: Int) -> String {
    let (start, end) = (
      expected[index].events.first?.time, expected[index].events.dropFirst().first?.time
    )
    let entry = actual[index]
    if let start, start != entry.began {
      return "subscribed \(entry.began.deviation(from: start))"
    }
    let verb = entry.ending?.participle ?? "ended"
    return switch (end, entry.ended) {
    case (let end?, let ended?): "\(verb) \(ended.deviation(from: end))"
    case (let end?, nil): "never cancelled or completed, expected to end at \(end.spokenText)"
    case (nil, let ended?): "\(verb) at \(ended.spokenText), expected no end"
    case (nil, nil): ""
    }
  }
}

extension SubscriptionLog.Ending {
  var participle: String {
    switch self {
    case .completion: "completed"
    case .failure: "failed"
    case .cancellation: "cancelled"
    case .value: "ended with a value"
    }
  }
}

extension [Duration] {
  private static let maxListed = 4

  /// The first times in parentheses; nothing for none.
  fileprivate var listed: String {
    let times = prefix(Self.maxListed).map(\.spokenText) + (count > Self.maxListed ? ["…"] : [])
    return isEmpty ? "" : " (at \(times.joined(separator: ", ")))"
  }
}
