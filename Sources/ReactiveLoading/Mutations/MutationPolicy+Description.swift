import ReactiveRelays

extension MutationPolicy: CustomStringConvertible, CustomReflectable {
  /// The name and the settings that differ from the defaults.
  ///
  /// For instance `MutationPolicy save: retry 3 after 1 s`, or `MutationPolicy: defaults` without
  /// any. It is one line of at most 300 characters.
  public var description: String {
    [writesInWords, load.settingsInWords].described(as: "MutationPolicy", name: name)
  }

  /// A mirror of the settings, with the type of the clock; absent settings are omitted.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "name": name, "overlap": overlap, "whenReleased": whenReleased,
        "historyLimit": historyLimit, "retry": retry, "timeout": timeout,
        "clock": clock.typeInWords, "observer": observer,
      ]
    )
  }

  /// The settings of writes that differ from the defaults; `nil` without any.
  private var writesInWords: String? {
    let words: [String?] = [
      overlap == .serial ? nil : "overlap \(overlap)",
      whenReleased == .finish ? nil : "when released \(whenReleased)",
      historyLimit == 20 ? nil : "history of \(historyLimit)",
    ]
    return words.joined
  }
}
