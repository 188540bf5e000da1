import ReactiveRelays

extension LoadTimeout: CustomStringConvertible {
  /// The timeouts on one line, as in `LoadTimeout: attempt 10 s, load 30 s`.
  ///
  /// It contains a failure of another type than ``LoadTimeoutError``.
  public var description: String {
    let words: [String?] = [
      attempt.map { "attempt \($0.inWords)" }, load.map { "load \($0.inWords)" },
    ]
    let times = words.joined ?? "none"
    return ObjectText("LoadTimeout", state: "\(times)\(failure.timeoutInWords)").description
  }
}

extension Error {
  /// The error of a timeout, after a comma; empty for the default.
  var timeoutInWords: String {
    self is LoadTimeoutError ? "" : ", failure \(shortText(self, limit: 100))"
  }
}
