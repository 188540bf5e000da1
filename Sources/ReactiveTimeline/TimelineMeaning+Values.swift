import ReactiveLoadable

extension TimelineMeaning {
  /// The longest text of a meaning, in characters.
  private static var longest: Int { 60 }

  /// The meaning of any value: its description as one line, cut after 60 characters.
  init(of value: Any) {
    let text = String(reflecting: value)
    self.init(Self.line(text), letters: Self.letters(in: text))
  }

  /// The meaning of a result: its value, or its error.
  init<Value, Failure>(of result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self.init(of: value as Any)
    case .failure(let error):
      let error = TimelineMeaning(of: error as Any)
      self.init("failed(\(error.text))", letters: ["f", "F"], .states)
    }
  }

  /// The meaning of a state: its case, with the loaded value or the error.
  init<Value, Failure>(of state: Loadable<Value, Failure>) {
    switch state {
    case .notRequested: self.init("not requested", letters: ["n"], .states)
    case .loading(let loading): self.init(of: loading)
    case .loaded(let value):
      let value = TimelineMeaning(of: value)
      self.init("loaded(\(value.text))", letters: value.letters.map(\.asUppercase) + ["D"])
    case .failed(let failed):
      let error = TimelineMeaning(of: failed.error)
      let previous = failed.previous == nil ? "" : ", previous value kept"
      let letters: [Character] = failed.previous == nil ? ["f", "F"] : ["F", "f"]
      self.init("failed(\(error.text))\(previous)", letters: letters, .states)
    }
  }

  private init<Value>(of loading: Loading<Value>) {
    var text = loading.cause == .load ? "loading" : "loading, \(loading.cause)"
    var letters: [Character] = loading.previous == nil ? ["l", "L"] : ["r", "R"]
    if loading.previous != nil { text += ", previous value kept" }
    if loading.attempt > 0 {
      text += ", retry \(loading.attempt)"
      letters = String(loading.attempt).map { $0 } + letters
    }
    if let progress = loading.progress {
      text += ", progress \(progress)"
      letters = ["p", "P"]
    }
    self.init(text, letters: letters, .states)
  }

  /// The meaning of an event of a load: its kind.
  init(of event: LoadObserver.Event) {
    self.init(event.kind.description, letters: event.kind.letters, .events)
  }

  private static func line(_ text: String) -> String {
    let start = text.prefix(longest + 1).map { $0.isNewline ? " " : $0 }
    return start.count > longest ? String(start.prefix(longest)) + "…" : String(start)
  }

  /// The first letters and digits of a text, at most eight.
  private static func letters(in text: String) -> [Character] {
    Array(text.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8))
  }
}

extension Character {
  fileprivate var asUppercase: Character { uppercased().first ?? self }
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
