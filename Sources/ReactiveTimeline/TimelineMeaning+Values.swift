import MarbleDiagrams
import ReactiveLoadable

extension TimelineMeaning {
  /// The meaning of any value: its description.
  init(of value: Any) {
    if let string = value as? String, string.utf8.count > Self.longDescription {
      self.init(ofLong: string, letters: Self.letters(in: string))
      return
    }
    let text = Self.description(of: value)
    self.init(text, letters: Self.letters(in: text))
  }

  /// The meaning of a state: its case, with its values and its error.
  init<Value, Failure>(of state: Loadable<Value, Failure>) {
    switch state {
    case .notRequested: self.init("not requested", letters: ["n"], .states, tone: .neutral)
    case .loading(let loading): self.init(of: loading)
    case .loaded(let value):
      let text = Self.description(of: value)
      let letters = Self.letters(in: text).map { $0.uppercased().first ?? $0 }
      self.init("loaded(\(text))", letters: letters + ["D"], tone: .success)
    case .failed(let failed):
      self.init(
        "failed(\(Self.description(of: failed.error))\(Self.previous(failed.previous)))",
        letters: failed.previous == nil ? ["f", "F"] : ["F", "f"],
        .states,
        tone: .failure
      )
    }
  }

  private init<Value>(of loading: Loading<Value>) {
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
      text + Self.previous(loading.previous),
      letters: letters,
      .states,
      tone: loading.previous == nil ? .running : .update
    )
  }

  /// The meaning of a result: its value, or its error.
  init<Value, Failure>(of result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self.init(of: value as Any)
    case .failure(let error) where error is CancellationError:
      self.init("cancelled", letters: ["c", "C"], .states, tone: .neutral)
    case .failure(let error):
      self.init(
        "failed(\(Self.description(of: error)))",
        letters: ["f", "F"],
        .states,
        tone: .failure
      )
    }
  }

  /// The meaning of an event of a load: its kind.
  init(of event: LoadObserver.Event) {
    self.init(event.kind.description, letters: event.kind.letters, .events)
  }

  private static func previous<Value>(_ value: Value?) -> String {
    value.map { ", previous \(description(of: $0))" } ?? ""
  }

  private static func description(of value: Any) -> String {
    value is NoRequest ? "call" : String(reflecting: value)
  }

  /// The first letters and digits of a text, at most eight.
  private static func letters(in text: String) -> [Character] {
    Array(text.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8))
  }
}

extension LoadObserver.Event.Kind {
  /// The letters that suit the event; others than those of states.
  fileprivate var letters: [Character] {
    switch self {
    case .started: ["s", "S"]
    case .joined: ["j", "J"]
    case .replaced: ["x", "X"]
    case .attemptFailed: ["e", "E"]
    case .retried: ["t", "T"]
    case .progressed: ["p", "P"]
    case .partialValue: ["v", "V"]
    case .succeeded: ["d", "D"]
    case .failed: ["f", "F"]
    case .cancelled: ["c", "C"]
    case .skipped: ["k", "K"]
    case .set: ["="]
    case .reset: ["0"]
    case .invalidated: ["i", "I"]
    case .hit: ["h", "H"]
    case .removed: ["o", "O"]
    case .edited: ["m", "M"]
    case .rolledBack: ["u", "U"]
    }
  }
}
