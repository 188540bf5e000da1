extension Duration {
  /// The duration for use in a sentence: `20 ms`.
  var spokenText: String { "\(millisecondsText) ms" }

  /// The distance from the expected time: `20 ms late`.
  func distance(from expected: Duration) -> String {
    self > expected
      ? "\((self - expected).spokenText) late" : "\((expected - self).spokenText) early"
  }

  /// The distance and both times: `20 ms late: at 100 ms, expected at 80 ms`.
  func deviation(from expected: Duration) -> String {
    "\(distance(from: expected)): at \(spokenText), expected at \(expected.spokenText)"
  }
}
