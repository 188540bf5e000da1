import ReactiveRelays

extension LoadPolicy {
  /// The settings that differ from the defaults, for a debugger.
  ///
  /// For instance `policy: retry 3 after 1 s, queue of 6`; `nil` if all are the defaults. The name
  /// is not part of it.
  package var inWords: String? { [settingsInWords].policyText }

  /// The settings that differ from the defaults; `nil` without any.
  package var settingsInWords: String? {
    let words: [String?] = [
      previous == .ofSameRequest ? nil : "previous \(previous)",
      interruption == .replace ? nil : "interruption \(interruption)",
      duplicate == .join ? nil : "duplicate \(duplicate)",
      freshness.inWords,
      retry.inWords,
      timeout?.attempt.map { "timeout of an attempt \($0.inWords)" },
      timeout?.load.map { "timeout \($0.inWords)" },
      queue.map { "queue of \($0.limit)" },
      priority == .normal ? nil : "priority \(priority)",
      activity == nil ? nil : "activity",
      clock.inWords,
      observer == nil ? nil : "observer",
    ]
    return words.joined
  }
}

extension LoadPolicy: CustomStringConvertible, CustomReflectable {
  /// The name and the settings that differ from the defaults.
  ///
  /// For instance `LoadPolicy podcasts: retry 3 after 1 s`, or `LoadPolicy: defaults` without any.
  /// It is one line of at most 300 characters. A function for errors that count as cancellation is
  /// not part of the text.
  public var description: String { [settingsInWords].described(as: "LoadPolicy", name: name) }

  /// A mirror of the settings, with the type of the clock; absent settings are omitted.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "name": name, "previous": previous, "interruption": interruption, "duplicate": duplicate,
        "freshness": freshness, "retry": retry, "timeout": timeout, "queue": queue,
        "priority": priority, "activity": activity, "clock": clock.typeInWords,
        "observer": observer,
      ]
    )
  }
}

extension [String?] {
  /// The settings as one text: `policy: priority high, queue of 6`; `nil` without any.
  package var policyText: String? { joined.map { "policy: \($0)" } }

  /// The description of a policy with these settings: `LoadPolicy podcasts: queue of 6`.
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
    case .lasting(let time): "fresh for \(time.inWords)"
    case .never: "never fresh"
    }
  }
}

extension Clock<Duration> {
  /// The type of the clock; `nil` for the default.
  var inWords: String? { self is ContinuousClock ? nil : typeInWords }

  /// The type of the clock.
  var typeInWords: String { cutText("\(type(of: self))", 40) }
}
