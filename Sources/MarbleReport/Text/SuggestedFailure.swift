/// The part of a suggestion on the error of the recording.
enum SuggestedFailure {
  /// The diagram is enough: there is no error, its name is known, or `#` matches it.
  case drawn
  /// An entry for `failures:`, with a description of the error.
  case entry(String)
  /// An expression for `failure:`.
  case argument(String)

  /// Returns nil if no table matches the error, or if no expression for it is known.
  init?(_ comparison: Comparison) {
    let failures = comparison.matcher.failures
    guard let last = comparison.drawable.last, case .failure(let error) = last.signal,
      last.name == nil, failures.unnamed != nil || !failures.named.isEmpty,
      !failures.isAny(comparison.expected.events.last?.signal),
      failures.unnamed == nil || !failures.matches(nil, error)
    else {
      self = .drawn
      return
    }
    guard FailureTable(unnamed: error).matches(nil, error) else { return nil }
    guard failures.named.isEmpty else {
      self = .entry(oneLine(error))
      return
    }
    guard let text = expression(error) else { return nil }
    self = .argument(text)
  }

  /// True if the error needs a name in `failures:`.
  var needsName: Bool {
    if case .entry = self { true } else { false }
  }

  /// The expression for `failure:`.
  var argument: String? {
    if case .argument(let text) = self { text } else { nil }
  }
}

extension FailureTable {
  /// True for a `#` that matches any error.
  fileprivate func isAny(_ signal: MarbleDiagram.Signal?) -> Bool {
    unnamed == nil && signal == .failure(nil)
  }
}
