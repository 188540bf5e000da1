import ReactiveRelays

extension LoadPolicy {
  /// The settings that differ from the defaults, for a debugger: `policy: retry 3, queue of 6`.
  ///
  /// `nil` if all are the defaults. The name is not part of it.
  package var inWords: String? { [settingsInWords].policyText }

  /// The settings that differ from the defaults; `nil` without any.
  package var settingsInWords: String? {
    let words: [String?] = [
      previous == .ofSameRequest ? nil : "previous \(previous)",
      interruption == .replace ? nil : "interruption \(interruption)",
      duplicate == .join ? nil : "duplicate \(duplicate)",
      freshness.inWords,
      retry.inWords,
      timeout?.attempt.map { "timeout of an attempt \($0)" },
      timeout?.load.map { "timeout \($0)" },
      queue.map { "queue of \($0.limit)" },
      priority == .normal ? nil : "priority \(priority)",
      activity == nil ? nil : "activity",
      clock.inWords,
      observer == nil ? nil : "observer",
    ]
    return words.joined
  }
}

extension [String?] {
  /// The settings as one text: `policy: retry 3, queue of 6`; `nil` without any.
  package var policyText: String? { joined.map { "policy: \($0)" } }

  fileprivate var joined: String? {
    let words = compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Freshness {
  /// The freshness in words; `nil` for the default.
  var inWords: String? {
    switch self {
    case .forever: nil
    case .lasting(let time): "fresh for \(time)"
    case .never: "never fresh"
    }
  }
}

extension RetryPolicy {
  /// The largest number of retries in words; `nil` for the default.
  var inWords: String? {
    switch limit {
    case 0: nil
    case .max: "retry without limit"
    default: "retry \(limit)"
    }
  }
}

extension Clock<Duration> {
  /// The type of the clock; `nil` for the default.
  var inWords: String? { self is ContinuousClock ? nil : cutText("\(type(of: self))", 40) }
}
