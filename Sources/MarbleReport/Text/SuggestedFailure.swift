extension Comparison {
  /// The part of a suggestion on the error of the recording: a description of it for an entry of
  /// `failures:`, or an expression for `failure:`.
  ///
  /// Both are nil if the diagram is enough: no error, a known one, or one that `#` matches.
  /// Returns nil if no table matches the error, or if no expression for it is known.
  var suggestedFailure: (entry: String?, argument: String?)? {
    let failures = matcher.failures
    guard let last = drawable.last, case .failure(let error) = last.signal,
      last.name == nil, failures.unnamed != nil || !failures.named.isEmpty,
      failures.unnamed != nil || expected.events.last?.signal != .failure(nil),
      failures.unnamed == nil || !failures.matches(nil, error)
    else { return (nil, nil) }
    guard FailureTable(unnamed: error).matches(nil, error) else { return nil }
    if !failures.named.isEmpty { return (oneLine(error), nil) }
    return expression(error).map { (nil, $0) }
  }
}
