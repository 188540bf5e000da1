import ReactiveRelays

extension MutationPolicy: CustomStringConvertible {
  /// The name and the settings that differ from the defaults: `MutationPolicy save: retry 3`.
  ///
  /// It is one line of at most 300 characters. `MutationPolicy: defaults` has no such setting.
  public var description: String {
    [writesInWords, load.settingsInWords].described(as: "MutationPolicy", name: name)
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
