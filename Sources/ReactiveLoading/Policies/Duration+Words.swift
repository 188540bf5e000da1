import ReactiveRelays

extension Duration {
  /// The duration with a unit that suits it: `0.4 ms`, `62 ms`, `1.25 s`, `30 s`.
  ///
  /// Policies and the lines of an observer write durations this way.
  package var inWords: String {
    let milliseconds = self / .milliseconds(1)
    if abs(milliseconds) >= 999.5 { return "\((milliseconds / 1000).text(fractionOf: 100)) s" }
    return "\(milliseconds.text(fractionOf: abs(milliseconds) < 10 ? 10 : 1)) ms"
  }
}

extension Double {
  /// The number, rounded to parts of one, without a fraction of zero: `1.25`, `30`.
  fileprivate func text(fractionOf parts: Double) -> String {
    let number = (self * parts).rounded() / parts
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension Clock<Duration> {
  /// The type of the clock; `nil` for the default.
  var inWords: String? { self is ContinuousClock ? nil : typeInWords }

  /// The type of the clock.
  var typeInWords: String { cutText("\(type(of: self))", 40) }
}
