extension [SchedulingStrategy.OrderChange] {
  /// Returns a small part of the decisions that is enough.
  ///
  /// Removes all, then halves, then smaller parts, then single decisions, in at most 200 trials.
  func smallest(isEnough: (Self) -> Bool) -> Self {
    var changes = self
    var trials = 200
    var length = changes.count
    while length > 0, trials > 0 {
      let before = changes.count
      // From the last part, because later decisions matter least.
      var end = changes.count
      while end > 0, trials > 0 {
        let part = Swift.max(end - length, 0)..<end
        var rest = changes
        rest.removeSubrange(part)
        trials -= 1
        if isEnough(rest) { changes = rest }
        end = part.lowerBound
      }
      // A part that was needed may become redundant after another one was removed.
      length = length == 1 && changes.count < before ? 1 : length / 2
    }
    return changes
  }
}
