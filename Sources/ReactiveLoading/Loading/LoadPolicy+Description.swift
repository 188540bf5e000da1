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

extension LoadPolicy: CustomStringConvertible {
  /// The name and the settings that differ from the defaults: `LoadPolicy podcasts: retry 3`.
  ///
  /// It is one line of at most 300 characters. `LoadPolicy: defaults` has no such setting. A
  /// function for errors that count as cancellation is not part of the text.
  public var description: String { [settingsInWords].described(as: "LoadPolicy", name: name) }
}

extension RetryPolicy: CustomStringConvertible {
  /// The largest number of retries, as in `RetryPolicy: at most 3 retries`.
  public var description: String {
    switch limit {
    case 0: "RetryPolicy: no retries"
    case 1: "RetryPolicy: at most 1 retry"
    case .max: "RetryPolicy: retries without limit"
    default: "RetryPolicy: at most \(limit) retries"
    }
  }
}

extension [String?] {
  /// The settings as one text: `policy: retry 3, queue of 6`; `nil` without any.
  package var policyText: String? { joined.map { "policy: \($0)" } }

  /// The description of a policy with these settings: `LoadPolicy podcasts: retry 3`.
  package func described(as type: String, name: String?) -> String {
    ObjectText(type, name: name, state: joined ?? "defaults").description
  }

  package var joined: String? {
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
