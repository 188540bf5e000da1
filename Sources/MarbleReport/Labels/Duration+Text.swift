extension Duration {
  /// The duration for use in a sentence: `20 ms`.
  var spokenText: String {
    "\(millisecondsText) ms"
  }
}
