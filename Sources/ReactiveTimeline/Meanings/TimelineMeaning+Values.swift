import MarbleDiagrams
import ReactiveLoadable

extension TimelineMeaning {
  init(of value: Any, _ labels: [TimelineLabels]) {
    let label = labels.label(of: value)
    if label == nil, let string = value as? String, string.utf8.count > Self.longDescription {
      // The description of a text escapes its characters, which takes long.
      let start = String(string.unicodeScalars.prefix(Self.longest + 1)).debugDescription
      self.init(
        cutText(start, Self.longest),
        letters: Self.letters(in: string),
        identity: [string.utf8.count, string.hashValue]
      )
      return
    }
    if value is NoRequest {
      self.init("call", letters: ["c", "C"], label: label)
      return
    }
    let text = ValueText(of: value, labels)
    self.init(
      text.text,
      letters: Self.letters(in: text.text),
      content: Content(
        type: ObjectIdentifier(type(of: value)),
        parts: text.parts,
        whole: text.text.hashValue
      ),
      label: label
    )
  }

  /// The meaning of a state: its case, with its values and its error.
  init<Value, Failure>(of state: Loadable<Value, Failure>, _ labels: [TimelineLabels]) {
    let label = labels.label(of: state)
    switch state {
    case .notRequested:
      self.init("not requested", letters: ["n"], .states, tone: .neutral, label: label)
    case .loading(let loading): self.init(of: loading, label, labels)
    case .loaded(let value): self.init(ofLoaded: value, label, labels)
    case .failed(let failed):
      let previous = Self.previous(failed.previous, labels)
      self.init(
        "failed(\(Self.description(of: failed.error, labels))\(previous))",
        letters: failed.previous == nil ? ["f", "F"] : ["F", "f"],
        .states,
        tone: .failure,
        label: label
      )
    }
  }

  private init(ofLoaded value: Any, _ label: TimelineLabel?, _ labels: [TimelineLabels]) {
    var ofValue = labels.label(of: value)
    ofValue?.meaning = nil
    let text = ValueText(of: value, labels)
    self.init(
      "loaded(\(text.text))",
      letters: ["D"],
      tone: .success,
      content: Content(
        type: ObjectIdentifier(type(of: value)),
        parts: text.parts,
        isCapital: true,
        whole: text.text.hashValue
      ),
      label: label ?? ofValue,
      isLabelOfValue: label == nil && ofValue != nil
    )
  }

  private init<Value, Failure>(
    of loading: Loading<Value, Failure>,
    _ label: TimelineLabel?,
    _ labels: [TimelineLabels]
  ) {
    var text = loading.cause == .load ? "loading" : "loading, \(loading.cause)"
    var letters: [Character] = loading.previous == nil ? ["l", "L"] : ["r", "R"]
    if loading.attempt > 0 {
      text += ", retry \(loading.attempt)"
      letters = "\(loading.attempt)".map(\.self) + letters
    }
    if let progress = loading.progress {
      text += ", progress \(progress)"
      letters = ["p", "P"]
    }
    self.init(
      text + Self.previous(loading.previous, labels),
      letters: letters,
      .states,
      tone: loading.previous == nil ? .running : .update,
      label: label
    )
  }

  /// The meaning of a result: its value, or its error.
  init<Value, Failure>(of result: Result<Value, Failure>, _ labels: [TimelineLabels]) {
    switch result {
    case .success(let value): self.init(of: value as Any, labels)
    case .failure(let error) where error is CancellationError:
      self.init("cancelled", letters: ["c", "C"], .states, tone: .neutral)
    case .failure(let error):
      self.init(
        "failed(\(Self.description(of: error, labels)))",
        letters: ["f", "F"],
        .states,
        tone: .failure,
        label: labels.label(of: error)
      )
    }
  }

  /// The meaning of a report: a partial value, or progress.
  init<Value>(ofReport report: Loadable<Value, Never>, _ labels: [TimelineLabels]) {
    if let progress = report.progress {
      self.init("progress \(progress)", letters: ["p", "P"], .states, tone: .running)
      return
    }
    let text = ValueText(of: report.value.map { $0 as Any } ?? report, labels)
    let content = Content(type: ObjectIdentifier(Value.self), parts: text.parts)
    self.init("partial \(text.text)", letters: ["v", "V"], tone: .update, content: content)
  }

  /// The meaning of an event of a load: its kind.
  init(of event: LoadObserver.Event) {
    self.init(event.kind.description, letters: event.kind.letters, .events)
  }

  private static func previous<Value>(_ value: Value?, _ labels: [TimelineLabels]) -> String {
    value.map { ", previous \(description(of: $0, labels))" } ?? ""
  }

  private static func description(of value: Any, _ labels: [TimelineLabels]) -> String {
    ValueText(of: value, labels).text
  }

  /// The first letters and digits of a text, at most eight.
  private static func letters(in text: String) -> [Character] {
    Array(text.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8))
  }
}

extension LoadObserver.Event.Kind {
  /// The letters that suit the event; no capitals, which are those of loaded states.
  fileprivate var letters: [Character] {
    switch self {
    case .started: ["s"]
    case .joined: ["j"]
    case .replaced: ["x"]
    case .attemptFailed: ["e"]
    case .retried: ["t"]
    case .progressed: ["p"]
    case .partialValue: ["v"]
    case .succeeded: ["d"]
    case .failed: ["f"]
    case .cancelled: ["c"]
    case .skipped: ["k"]
    case .set: ["="]
    case .reset: ["0"]
    case .invalidated: ["i"]
    case .hit: ["h"]
    case .removed: ["o"]
    case .edited: ["m"]
    case .rolledBack: ["u"]
    case .restored: ["r"]
    case .saved: ["w"]
    case .recordFailed: ["b"]
    }
  }
}
